/** The sold plans to choose from, as the field `plan` of a form. */
import {
  plans,
  soldPlans,
  type SoldPlan,
} from "../../../convex/base/rules/plans";
import { priceOf } from "../../lib/account/plan-words";
import { account } from "../../strings/account";
import { priceList } from "../../strings/price-list";
import { RadioCard } from "../../ui/fields/radio-card";

const { signUp: strings } = account;
const [named, counted] = strings.planOption;

export function PlanCards({ initial }: { initial: SoldPlan }) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{strings.selectPlan}</legend>
      <p className="text-sm text-ink-3">{strings.planHint}</p>
      <div className="mt-1.5 grid gap-2">
        {soldPlans.map((plan) => (
          <RadioCard
            key={plan}
            name="plan"
            value={plan}
            defaultChecked={plan === initial}
          >
            <b>{named(plans[plan].label, priceOf(plan))}</b>
            <span className="sr-only"> - </span>
            <span className="block">{counted(plans[plan].queueLimit)}</span>
            <span className="block text-sm text-balance text-ink-2">
              {priceList.inShort(plans[plan])}
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
