/** The sold plans with their buttons. The caller handles a press. */
import {
  plans,
  soldPlans,
  type SoldPlan,
} from "../../../convex/base/rules/plans";
import { cn } from "../../lib/cn";
import { featuresOf, numbersOf, priceOf } from "../../lib/account/plan-words";
import { everyone } from "../../strings/everyone";
import { payment as strings } from "../../strings/payment";
import { priceList } from "../../strings/price-list";
import { Button } from "../../ui/button";
import { Numbers } from "../../ui/numbers";
import { TickedList } from "../../ui/ticked-list";

export function PlanChoice(props: {
  waiting: SoldPlan | null;
  disabled: boolean;
  onChoose: (plan: SoldPlan) => void;
}) {
  const { waiting, disabled, onChoose } = props;
  return (
    <div className="grid gap-4 md:grid-cols-2 md:gap-5">
      {soldPlans.map((plan) => {
        const { label, isPopular: popular } = plans[plan];
        return (
          <article
            key={plan}
            aria-labelledby={`offer-${plan}`}
            className={cn(
              "flex flex-col rounded-xl bg-surface p-5 md:p-7",
              popular ? "border-2 border-brand" : "border border-line",
            )}
          >
            <h2 id={`offer-${plan}`} className="text-xl font-extrabold">
              {label}
            </h2>
            <p className="mt-3 mb-5 flex items-baseline gap-1">
              <span className="text-num-l num">{priceOf(plan)}</span>
              <span className="text-lg font-semibold text-ink-2">
                {priceList.aMonth}
              </span>
            </p>
            <Numbers of={numbersOf(plan)} />
            <TickedList className="mt-5" lines={featuresOf(plan)} />
            <div className="mt-auto pt-6">
              <Button
                variant={popular ? "primary" : "secondary"}
                size="hero"
                className="w-full"
                busy={waiting === plan}
                busyText={everyone.processing}
                disabled={disabled || (waiting !== null && waiting !== plan)}
                onClick={() => onChoose(plan)}
              >
                {strings.subscribe(label, priceOf(plan))}
              </Button>
            </div>
          </article>
        );
      })}
    </div>
  );
}
