/** 'Upgrade Plan': the current plan, and another one to grant. No choice is preset, so no plan changes by accident. */
import { useMutation } from "convex/react";
import { useId, useState } from "react";
import {
  planNamed,
  planNames,
  plans,
  type Plan,
} from "../../../convex/base/rules/plans";
import { cn } from "../../lib/cn";
import { fieldOf, focusFirstInvalid } from "../../lib/read-form";
import { directory } from "../../strings/admin/directory";
import { DialogForm } from "../../ui/windows/dialog-form";
import { Dialog } from "../../ui/windows/dialog";
import { ErrorLine, Field } from "../../ui/fields/field";
import { showSuccess } from "../../ui/toast";
import { api } from "../../../convex/_generated/api";
import type { Listed } from "./types";
import { useCall } from "./use-call";

const { setPlan: strings } = directory;

export function SetPlan({
  business: { businessId, name, plan: current },
  onClose,
}: {
  business: Pick<Listed, "businessId" | "name" | "plan">;
  onClose: () => void;
}) {
  const setPlan = useMutation(api.admin.directory.setPlan);
  const { busy, refusal, send } = useCall(strings.failed);
  const [error, setError] = useState<string | null>(null);

  const whose = <bdi className="wrap-anywhere">{name}</bdi>;

  const submit = async (plan: Plan | null, form: HTMLFormElement) => {
    setError(plan === null ? strings.missing : null);
    if (plan === null) return focusFirstInvalid(form);
    const done = await send(() => setPlan({ businessId, plan }));
    if (done === null) return;
    const holds = plans[done.plan].label;
    showSuccess(done.plan === plan ? strings.done : strings.doneLater(holds));
    onClose();
  };

  return (
    <Dialog open onClose={onClose} title={strings.title} description={whose}>
      <DialogForm
        verb={strings.confirm}
        busy={busy}
        refusal={refusal}
        onSubmit={(form) => void submit(planNamed(fieldOf(form, "plan")), form)}
        onCancel={onClose}
      >
        <Field label={strings.current} value={plans[current].label} readOnly />
        <PlanChoice current={current} error={error} />
        <p className="text-sm text-ink-2">{strings.meaning}</p>
      </DialogForm>
    </Dialog>
  );
}

function PlanChoice(props: { current: Plan; error: string | null }) {
  const { current, error } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error === null ? undefined : id}>
      <legend className="mb-1.5 font-semibold">{strings.choose}</legend>
      {error !== null && (
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
            <label
              key={plan}
              className={cn(
                "flex min-h-14 items-center gap-3 rounded-md border px-3.5 py-2.5 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-focus",
                isCurrent
                  ? "border-line bg-sunken"
                  : "cursor-pointer border-line-strong",
              )}
            >
              <input
                type="radio"
                name="plan"
                value={plan}
                disabled={isCurrent}
                aria-invalid={error === null ? undefined : true}
                className="size-5 shrink-0 accent-brand outline-none"
              />
              <span className="min-w-0">
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-ink-2">
                  {isCurrent
                    ? strings.same
                    : strings.each(queueLimit, peoplePerQueue, smsPerMonth)}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
