/** 'Upgrade to Pro?' Texts: specification, public part §6, owner part §2. */
import { plans } from "../../../convex/model/plans";
import { Confirm } from "../../ui/confirm";
import { showError } from "../../ui/toast";
import { FeatureList } from "./feature-list";
import { StandInNote } from "./stand-in-note";
import { PRO_ADDS } from "./plan-offers";
import { useUpgrade } from "./use-checkout";

/** That it worked is told by the plan itself when it changes (plan-watch.tsx). */
export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { busy, upgrade } = useUpgrade();
  const confirm = async () => {
    const refusal = await upgrade();
    if (refusal !== null) showError(refusal);
    onClose();
  };
  return (
    <Confirm
      open
      tone="primary"
      title="Upgrade to Pro?"
      question={`Pro is $${plans.pro.pricePerMonth} a month instead of $${plans.starter.pricePerMonth}. You pay the difference for the rest of this month now.`}
      verb="Confirm & Pay"
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        <FeatureList features={PRO_ADDS} />
        <StandInNote />
      </div>
    </Confirm>
  );
}
