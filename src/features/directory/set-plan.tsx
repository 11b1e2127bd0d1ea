/** 'Upgrade Plan': the current plan, and another one to grant. No choice is preset, so no plan changes by accident. */
import { useMutation } from "convex/react";
import { useId } from "react";
import {
  planNamed,
  planNames,
  plans,
  type Plan,
} from "../../../convex/base/rules/plans";
import { fieldOf, useErrors } from "../../lib/read-form";
import { priceList } from "../../strings/price-list";
import { directory } from "../../strings/admin/directory";
import { FormWindow } from "../../ui/windows/form-window";
import { ErrorLine, Field } from "../../ui/fields/field";
import { RadioCard } from "../../ui/fields/radio-card";
import { showSuccess } from "../../ui/toast";
import { api } from "../../../convex/_generated/api";
import type { Listed } from "./types";
import { whyNot } from "../../lib/server/use-call";
import * as words from "./refusals";

const { setPlan: strings } = directory;

export function SetPlan({
  business: { businessId, name, plan: current },
  onClose,
}: {
  business: Pick<Listed, "businessId" | "name" | "plan">;
  onClose: () => void;
}) {
  const setPlan = useMutation(api.admin.directory.setPlan);
  const { errors, refuse } = useErrors<"plan">();

  const whose = <bdi className="wrap-anywhere">{name}</bdi>;

  const send = async (form: HTMLFormElement) => {
    const plan = planNamed(fieldOf(form, "plan"));
    refuse(form, { plan: plan === null && strings.missing });
    if (plan === null) return undefined;
    return await whyNot(
      words,
      strings.failed,
      () => setPlan({ businessId, plan }),
      ({ plan: held }) => {
        const { label } = plans[held];
        showSuccess(held === plan ? strings.done : strings.doneLater(label));
      },
    );
  };

  return (
    <FormWindow
      title={strings.title}
      description={whose}
      width="form"
      verb={strings.confirm}
      send={send}
      onClose={onClose}
    >
      <Field label={strings.current} value={plans[current].label} readOnly />
      <PlanChoice current={current} error={errors.plan} />
      <p className="text-sm text-ink-2">{strings.meaning}</p>
    </FormWindow>
  );
}

function PlanChoice(props: { current: Plan; error: string | undefined }) {
  const { current, error } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="mb-1.5 font-semibold">{strings.choose}</legend>
      {error !== undefined && (
        <ErrorLine id={id} className="mb-1.5">
          {error}
        </ErrorLine>
      )}
      <div className="grid gap-2">
        {planNames.map((plan) => {
          const { label, queueLimit, peoplePerQueue, smsPerMonth } =
            plans[plan];
          const isCurrent = plan === current;
          return (
            <RadioCard
              key={plan}
              name="plan"
              value={plan}
              disabled={isCurrent}
              aria-invalid={error !== undefined || undefined}
            >
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-ink-2">
                {isCurrent
                  ? strings.same
                  : strings.each(
                      queueLimit,
                      peoplePerQueue,
                      priceList.textsAMonth(smsPerMonth),
                    )}
              </span>
            </RadioCard>
          );
        })}
      </div>
    </fieldset>
  );
}
