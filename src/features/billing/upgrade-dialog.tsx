/** The confirmation before a higher plan (product.md P4). */
import { CreditCard } from "lucide-react";
import { useState } from "react";
import {
  plans,
  type Plan,
  type SoldPlan,
} from "../../../convex/base/rules/plans";
import { featuresOf, priceOf } from "../../lib/account/plan-words";
import { everyone } from "../../strings/everyone";
import { dashboard as strings } from "../../strings/dashboard";
import { signedIn } from "../../strings/signed-in";
import { refusalText } from "../../strings/refusals/owner";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Confirm } from "../../ui/windows/confirm";
import { Bone } from "../../ui/skeleton";
import { TickedList } from "../../ui/ticked-list";
import { showError } from "../../ui/toast";
import { useManageBilling } from "./manage-billing";
import { StandInNote } from "./stand-in-note";
import { useAmountDue, type AmountDue } from "./use-amount-due";
import { useUpgrade } from "./use-checkout";

/** plan-watch.tsx reports success when the plan changes. */
export function UpgradeDialog(props: {
  from: Plan;
  to: SoldPlan;
  onClose: () => void;
}) {
  const { from, to, onClose } = props;
  const { busy, upgrade } = useUpgrade();
  const due = useAmountDue(to);
  const [declined, setDeclined] = useState<string | null>(null);
  const confirm = async () => {
    setDeclined(null);
    const refusal = await upgrade(to);
    if (refusal?.code === "cardDeclined") {
      // A second try helps only after the card has been changed.
      setDeclined(refusalText(refusal));
      return;
    }
    if (refusal !== null) showError(refusalText(refusal));
    onClose();
  };
  return (
    <Confirm
      open
      tone="primary"
      title={strings.billing.upgrade.title(plans[to].label)}
      question={`${strings.billing.upgrade.price(
        plans[to].label,
        priceOf(to),
        priceOf(from),
      )} ${
        due.is === "elsewhere"
          ? strings.billing.upgrade.payNext
          : strings.billing.upgrade.payDifference
      }`}
      verb={strings.billing.upgrade.confirm}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        <TickedList lines={featuresOf(to)} />
        <DueToday due={due} />
        <StandInNote />
        {declined !== null && <Declined text={declined} />}
      </div>
    </Confirm>
  );
}

function DueToday({ due }: { due: AmountDue }) {
  if (due.is === "elsewhere") return null;
  return (
    <div
      role="status"
      className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3"
    >
      <span className="font-semibold">{strings.billing.upgrade.dueToday}</span>
      {due.is === "asking" && (
        <>
          <span className="sr-only">{everyone.loading}</span>
          <Bone className="h-6 w-20" />
        </>
      )}
      {due.is === "known" && (
        <span className="text-xl font-extrabold tab">{due.amount}</span>
      )}
      {due.is === "unknown" && (
        <span className="text-ink-2">{strings.billing.upgrade.difference}</span>
      )}
    </div>
  );
}

function Declined({ text }: { text: string }) {
  const { busy, open } = useManageBilling();
  return (
    <Banner tone="danger" icon={CreditCard}>
      <p>{text}</p>
      <Button
        className="mt-3"
        busy={busy}
        busyText={everyone.processing}
        onClick={open}
      >
        {signedIn.manageBilling}
      </Button>
    </Banner>
  );
}
