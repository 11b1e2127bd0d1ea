/** 'SMS Messaging' on the dashboard: the month's usage, a form for a text, and the last ones. */
import { useQuery } from "convex/react";
import {
  CircleAlert,
  KeyRound,
  MessageSquareText,
  TriangleAlert,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useMay } from "../../lib/account/role";
import { useFreshness } from "../../lib/server/connection";
import { cn } from "../../lib/cn";
import { onDemand } from "../../lib/on-demand";
import { parts } from "../../strings/parts";
import { messages as strings } from "../../strings/messages";
import { refusalText } from "../../strings/refusals/connection";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { passFocus } from "../../ui/pass-focus";
import { Bone, Skeleton } from "../../ui/skeleton";
import { Compose, type People } from "./compose";
import { CredentialsForm } from "./credentials-form";
import { OwnAccount } from "./own-account";
import { RecentTexts } from "./recent-texts";
import { useShopData, type Shop } from "./shop-data";
import type { Panel } from "./types";
import { UsageBar, UsageFigure } from "./usage";

const templates = onDemand(() => import("./templates-window"));

type Props = {
  /** The selected one, whose people are offered. */
  queue: { queueId: Id<"queues">; name: string } | null;
  business: Shop;
  timeZone: string;
  upgrade: { label: string; start: () => void } | null;
  /** The shop has paid; after a lapse the server refuses. */
  canSend: boolean;
  confirmFirst: ReactNode;
};

export default function SmsCard(props: Props) {
  const panel = useQuery(api.messages.sms.panel, {});
  return (
    <Card
      title={strings.title}
      action={panel?.allowed && <UsageFigure panel={panel} />}
    >
      {panel === undefined && (
        <Skeleton label={strings.loading} className="mt-3 grid gap-4">
          <Bone className="h-3" />
          <Bone className="h-12" />
          <Bone className="h-28" />
        </Skeleton>
      )}
      {panel?.allowed === false && <NotInPlan upgrade={props.upgrade} />}
      {panel?.allowed && <Ready {...props} panel={panel} />}
    </Card>
  );
}

function usePeople(queue: Props["queue"]): People | null {
  const asked = queue === null ? "skip" : { queueId: queue.queueId };
  const board = useQuery(api.desk.actions.board, asked);
  if (queue === null || !board) return null;
  const all = [...board.called, ...board.waiting];
  const list = all.filter(({ phone }) => phone !== null);
  return { queue: queue.name, list };
}

function NotInPlan({ upgrade }: Pick<Props, "upgrade">) {
  return (
    <>
      <p className="mt-1 text-ink-2">
        {upgrade === null
          ? strings.notInPlan
          : refusalText({ code: "smsNotInPlan" })}
      </p>
      {upgrade !== null && (
        <Button
          ref={passFocus}
          size="field"
          className="mt-4"
          onClick={upgrade.start}
        >
          {upgrade.label}
        </Button>
      )}
    </>
  );
}

function Ready(props: Props & { panel: Panel }) {
  const { panel, business, timeZone, confirmFirst } = props;
  const { live } = useFreshness();
  const owns = useMay("ownShop");
  const data = useShopData(business);
  const people = usePeople(props.queue);
  const [opened, setOpened] = useState<"credentials" | "templates" | null>(
    null,
  );
  // Why the credentials are needed, after a refused text.
  const [why, setWhy] = useState<string | null>(null);
  const close = () => {
    setOpened(null);
    setWhy(null);
  };
  const isUsedUp = panel.own === null && panel.used >= panel.quota;
  // Without an own account nothing can be sent, so the button is beside that message.
  const isPressing = isUsedUp || !panel.senderReady;
  const ownButton = (
    <Button
      icon={KeyRound}
      ref={passFocus}
      className={cn(isPressing && "mt-3")}
      onClick={() => setOpened("credentials")}
    >
      {strings.own.prompt}
    </Button>
  );
  const usedUp = owns ? strings.usage.usedUp : strings.usage.usedUpAsk;
  const isEditing = opened === "credentials";
  const canAdd = owns && panel.own === null && panel.canKeepOwn;
  return (
    <>
      <UsageBar panel={panel} timeZone={timeZone} />
      {!panel.senderReady && !isUsedUp && (
        <Banner tone="warn" icon={TriangleAlert} className="mt-4">
          <p>{canAdd ? strings.noSenderUseOwn : strings.noSender}</p>
          {canAdd && !isEditing && ownButton}
        </Banner>
      )}
      {(isUsedUp || why !== null) && (
        <Banner tone="danger" icon={CircleAlert} className="mt-4">
          <p>{why ?? usedUp(panel.quota)}</p>
          {canAdd && !isEditing && ownButton}
        </Banner>
      )}
      {isEditing && confirmFirst === null && (
        <CredentialsForm disabled={!live} onClose={close} />
      )}
      {isEditing && confirmFirst !== null && (
        <>
          {confirmFirst}
          <Button size="field" className="mt-3" onClick={close}>
            {parts.cancel}
          </Button>
        </>
      )}
      {/* Hidden instead of unmounted, to keep the typed text. */}
      <div hidden={isEditing}>
        {panel.senderReady && props.canSend && (
          <Compose
            panel={panel}
            ticketId={null}
            people={people}
            data={data}
            className="mt-5 grid gap-4"
            onNeedsOwn={() => {
              const limit = panel.quota;
              setWhy(
                owns
                  ? refusalText({ code: "smsQuotaUsed", limit })
                  : usedUp(limit),
              );
              if (owns) setOpened("credentials");
            }}
          />
        )}
        <RecentTexts timeZone={timeZone} />
        {owns && panel.own !== null && (
          <OwnAccount
            own={panel.own}
            disabled={!live}
            onChange={() => setOpened("credentials")}
          />
        )}
        <div className="mt-4 flex flex-wrap gap-3 border-t border-line pt-4">
          <Button
            icon={MessageSquareText}
            onClick={() => setOpened("templates")}
          >
            {strings.templates.open}
          </Button>
          {canAdd && !isPressing && ownButton}
        </div>
      </div>
      {opened === "templates" && (
        <templates.Screen
          panel={panel}
          business={business.name}
          onClose={close}
          fallback={null}
        />
      )}
    </>
  );
}
