/** Whether the account has a second factor (product.md O12), and the windows that change it. */
import { useQuery } from "convex/react";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useUnproven } from "../../lib/account/me";
import { secondFactor as strings } from "../../strings/second-factor";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Bone } from "../../ui/skeleton";
import ConfirmEmail from "./confirm-email";
import { RecoveryCodes } from "./recovery-codes";
import { ProveSecondFactor } from "./prove-second-factor";
import { SetUpSecondFactor } from "./set-up-second-factor";

type Open =
  | { window: "setUp" | "newCodes" | "turnOff" }
  | { window: "codes"; codes: readonly string[] };

/** `onReady`: it is on, and no window with recovery codes is still open. */
export default function SecondFactorCard(props: {
  email: string;
  onReady?: () => void;
}) {
  const { email, onReady } = props;
  const status = useQuery(api.account.secondFactor.status);
  const [open, setOpen] = useState<Open | null>(null);
  const unproven = useUnproven();
  const close = () => setOpen(null);
  const show = (codes: readonly string[]) =>
    setOpen({ window: "codes", codes });
  const isOn = status !== undefined && status.since !== null;
  const isReady = isOn && open === null;
  useEffect(() => {
    if (isReady) onReady?.();
  }, [isReady, onReady]);
  if (status === undefined) return <Bone className="h-48 rounded-lg" />;
  return (
    <Card
      title={strings.title}
      action={
        <Badge
          tone={isOn ? "green" : "grey"}
          icon={isOn ? ShieldCheck : ShieldOff}
        >
          {isOn ? strings.on : strings.off}
        </Badge>
      }
    >
      <p className="mt-2 max-w-prose text-ink-2">{strings.meaning}</p>
      {isOn && (
        <p className="mt-2 text-ink-2 tab">
          {strings.left(status.recoveryLeft)}
        </p>
      )}
      {!isOn && !status.isPossible && (
        <p className="mt-2 font-medium">{strings.impossible}</p>
      )}
      {isOn && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button size="field" onClick={() => setOpen({ window: "newCodes" })}>
            {strings.newCodes}
          </Button>
          <Button
            size="field"
            variant="outlineDanger"
            onClick={() => setOpen({ window: "turnOff" })}
          >
            {strings.turnOff}
          </Button>
        </div>
      )}
      {!isOn && status.isPossible && unproven === null && (
        <Button
          size="field"
          className="mt-4"
          onClick={() => setOpen({ window: "setUp" })}
        >
          {strings.turnOn}
        </Button>
      )}
      {!isOn && status.isPossible && unproven !== null && (
        <ConfirmEmail email={unproven} />
      )}
      {open?.window === "setUp" && (
        <SetUpSecondFactor email={email} onClose={close} onDone={show} />
      )}
      {(open?.window === "newCodes" || open?.window === "turnOff") && (
        <ProveSecondFactor
          email={email}
          to={open.window}
          onClose={close}
          onCodes={show}
        />
      )}
      {open?.window === "codes" && (
        <RecoveryCodes codes={open.codes} onClose={close} />
      )}
    </Card>
  );
}
