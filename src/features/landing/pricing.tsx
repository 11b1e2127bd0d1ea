/** All plans. Prices and limits come from the table that the server enforces. */
import {
  isSold,
  planNames,
  plans,
  type Plan,
} from "../../../convex/base/rules/plans";
import { cn } from "../../lib/cn";
import { price } from "../../lib/time/format";
import { paths, signupPath } from "../../lib/address/paths";
import { featuresOf, numbersOf } from "../../lib/account/plan-words";
import { landing } from "../../strings/landing";
import { priceList } from "../../strings/price-list";
import { ButtonAnchor, Button } from "../../ui/button";
import { Numbers } from "../../ui/numbers";
import { TickedList } from "../../ui/ticked-list";
import { useEffect, useState, type FormEvent } from "react";
import { onReturn } from "../../lib/address/leave-for";
import { isServerThere } from "../../lib/server/newer-version";

const { pricing: strings } = landing;

export function Pricing() {
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      data-for-sale
      className="mx-auto max-w-6xl px-5 py-16 md:px-8 lg:py-20"
    >
      <h2 id="pricing-title" className="text-3xl font-extrabold tracking-tight">
        {strings.title}
      </h2>
      <p className="mt-2 text-lg text-ink-2">{strings.about}</p>
      <div className="mt-9 grid gap-5 lg:grid-cols-3">
        {planNames.map((plan) => (
          <PlanCard key={plan} plan={plan} />
        ))}
      </div>
    </section>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  const { label, pricePerMonth, isPopular: popular } = plans[plan];
  return (
    <article
      aria-labelledby={`plan-${plan}`}
      className={cn(
        "flex flex-col rounded-xl bg-surface p-7",
        popular ? "border-2 border-brand" : "border border-line",
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h3 id={`plan-${plan}`} className="text-xl font-extrabold">
          {label}
        </h3>
        {popular && (
          <span className="rounded-full bg-brand px-3 py-1 text-sm font-bold text-on-brand">
            {strings.popular}
          </span>
        )}
      </div>
      <p className="mt-1 text-ink-2">{priceList.forWhom[plan]}</p>
      <p className="mt-5 flex items-baseline gap-1">
        {pricePerMonth === null ? (
          <span className="text-[2.6rem] leading-12 num">
            {strings.byAgreement}
          </span>
        ) : (
          <>
            {/* Some English locales put the sign behind the amount. The prerendered form is right for all. */}
            <span className="text-num-l num" suppressHydrationWarning>
              {price(pricePerMonth)}
            </span>
            <span className="text-lg font-semibold text-ink-2">
              {priceList.aMonth}
            </span>
          </>
        )}
      </p>
      <div className="mt-4 grid gap-5">
        <Numbers of={numbersOf(plan)} />
        <TickedList lines={featuresOf(plan)} />
      </div>
      <div className="mt-auto pt-8">
        {isSold(plan) ? (
          <ChoosePlan plan={plan} />
        ) : (
          <ButtonAnchor size="hero" className="w-full" href={paths.bookDemo}>
            {strings.contactSales}
          </ButtonAnchor>
        )}
      </div>
    </article>
  );
}

/** A form, so that it also works without script. Busy while the next screen loads (product.md S7). If that fails, it stays. */
function ChoosePlan({ plan }: { plan: Plan }) {
  const [state, setState] = useState<"ready" | "leaving" | "failed">("ready");
  useEffect(() => onReturn(() => setState("ready")), []);
  const leaving = state === "leaving";
  const leave = async (event: FormEvent) => {
    event.preventDefault();
    setState("leaving");
    if (await isServerThere()) window.location.assign(signupPath(plan));
    else setState("failed");
  };
  return (
    <form action={paths.signup} onSubmit={(event) => void leave(event)}>
      <input type="hidden" name="plan" value={plan} />
      <p role="alert" className="font-semibold text-danger-text not-empty:pb-2">
        {state === "failed" && strings.failed}
      </p>
      <Button
        type="submit"
        size="hero"
        className="w-full"
        busy={leaving}
        busyText={strings.processing}
        disabled={leaving}
      >
        {strings.choose(plans[plan].label)}
      </Button>
    </form>
  );
}
