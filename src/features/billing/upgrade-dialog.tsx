/** The confirmation before a higher plan (product.md P4, M11). */
import { CreditCard, ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import {
  planRank,
  plans,
  type Plan,
  type SoldPlan,
} from "../../../convex/base/rules/plans";
import type { OwnerRefusal } from "../../../convex/base/rules/refusals";
import { featuresOf, priceOf } from "../../lib/account/plan-words";
import { useSubscription } from "../../lib/account/subscription";
import { outsideAddress } from "../../lib/address/leave-for";
import { everyone } from "../../strings/everyone";
import { billing } from "../../strings/billing";
import { signedIn } from "../../strings/signed-in";
import { refusalText } from "../../strings/refusals/owner";
import { Banner } from "../../ui/banner";
import { Button, ButtonAnchor } from "../../ui/button";
import { Confirm } from "../../ui/windows/confirm";
import { Bone } from "../../ui/skeleton";
import { TickedList } from "../../ui/ticked-list";
import { showError } from "../../ui/toast";
import { useManageBilling } from "./manage-billing";
import { StandInNote } from "./stand-in-note";
import { useUpgrade } from "./use-checkout";
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { CHECKOUT_TIMEOUT_MS, within } from "../../lib/server/within";
import { invoiceTotal } from "./invoice-words";

const { upgrade: strings } = billing;

/** plan-watch.tsx reports success when the plan changes. */
export function UpgradeDialog(props: {
  from: Plan;
  to: SoldPlan;
  onClose: () => void;
}) {
  const { from, to, onClose } = props;
  const upgrade = useUpgrade();
  const due = useAmountDue(to);
  const [unpaid, setUnpaid] = useState<Unpaid | null>(null);
  const { plan, source } = useSubscription();
  const { label } = plans[to];
  const isDone = plan !== null && planRank(plan) >= planRank(to);
  // After a confirmation in the bank's tab, the news comes from the server.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  const confirm = async () => {
    setUnpaid(null);
    const refusal = await upgrade(to);
    // Another press helps only after the owner has done something about it.
    if (refusal?.code === "cardDeclined" || refusal?.code === "bankAsks") {
      setUnpaid(refusal);
      return undefined;
    }
    if (refusal !== null) showError(refusalText(refusal));
    return null;
  };
  return (
    <Confirm
      open
      tone="primary"
      title={strings.title(label)}
      question={
        source === "stripe"
          ? strings.priceChange(label, priceOf(to), priceOf(from))
          : `${strings.price(label, priceOf(to))} ${due.is === "elsewhere" ? strings.payNext : ""}`
      }
      verb={strings.confirm}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        <TickedList lines={featuresOf(to)} />
        <DueToday due={due} />
        <StandInNote />
        {unpaid?.code === "cardDeclined" && <Declined refusal={unpaid} />}
        {unpaid?.code === "bankAsks" && <BankAsks refusal={unpaid} />}
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
      <span className="font-semibold">{strings.dueToday}</span>
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
        <span className="text-ink-2">{strings.difference}</span>
      )}
    </div>
  );
}

type Unpaid = Extract<OwnerRefusal, { code: "cardDeclined" | "bankAsks" }>;

/** Its own tab: the bank's page does not lead back. */
function BankAsks({ refusal }: { refusal: Unpaid & { url: string } }) {
  return (
    <Banner tone="warn" icon={CreditCard}>
      <p>{refusalText(refusal)}</p>
      <ButtonAnchor
        className="mt-3"
        icon={ExternalLink}
        href={outsideAddress(refusal.url)}
        target="_blank"
        rel="noopener noreferrer"
      >
        {signedIn.confirmAtBank}
      </ButtonAnchor>
    </Banner>
  );
}

function Declined({ refusal }: { refusal: Unpaid }) {
  const { busy, open } = useManageBilling();
  return (
    <Banner tone="danger" icon={CreditCard}>
      <p>{refusalText(refusal)}</p>
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

type AmountDue =
  | { is: "asking" }
  | { is: "known"; amount: string }
  | { is: "elsewhere" }
  | { is: "unknown" };

/** The cost of an upgrade today, computed by the payment service. */
function useAmountDue(plan: SoldPlan): AmountDue {
  const preview = useAction(api.billing.payments.previewUpgrade);
  const [due, setDue] = useState<AmountDue>({ is: "asking" });
  useEffect(() => {
    let over = false;
    const ask = async (): Promise<AmountDue> => {
      try {
        const given = await within(preview({ plan }), CHECKOUT_TIMEOUT_MS);
        if (!given.ok) return { is: "unknown" };
        if (given.due === null) return { is: "elsewhere" };
        const { amount, currency } = given.due;
        return { is: "known", amount: invoiceTotal(amount, currency) };
      } catch {
        return { is: "unknown" };
      }
    };
    void ask().then((answer) => {
      if (!over) setDue(answer);
    });
    return () => {
      over = true;
    };
  }, [preview, plan]);
  return due;
}
