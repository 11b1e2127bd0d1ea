/** A new account, with a plan where plans are paid (product.md P7). The two steps are in use-sign-up.ts. */
import type { ReactNode } from "react";
import { cleanText, MAX_NAME } from "../../../convex/base/rules/names";
import {
  normalizeEmail,
  passwordProblem,
} from "../../../convex/base/rules/password";
import {
  type SoldPlan,
  plans,
  soldPlans,
} from "../../../convex/base/rules/plans";
import { paths } from "../../lib/address/paths";
import { soldPlanOf } from "../../lib/account/sold-plan";
import { account } from "../../strings/account";
import { refusalText } from "../../strings/refusals/visitor";
import { SubmitButton } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { Field } from "../../ui/fields/field";
import { Agree } from "./agree";
import { EmailLink } from "./email-link";
import { Form } from "../../ui/fields/form";
import { FormError } from "../../ui/fields/form-error";
import { NewPassword } from "./new-password";
import { fieldOf, useErrors } from "../../lib/read-form";
import { SlowNote } from "../../lib/account/slow-note";
import type { SignUpStep, useSignUp } from "./use-sign-up";
import { priceOf } from "../../lib/account/plan-words";
import { priceList } from "../../strings/price-list";
import { RadioCard } from "../../ui/fields/radio-card";

const { signUp: strings } = account;

const BUSY: Record<SignUpStep, string> = {
  editing: strings.busy,
  account: strings.busy,
  payment: strings.busyPaying,
};

export function SignupForm(props: {
  plan: SoldPlan | null;
  isListed: boolean;
  signUp: ReturnType<typeof useSignUp>;
  note: ReactNode;
}) {
  const { plan, isListed, signUp, note } = props;
  const { step, refusal, submit: send } = signUp;
  const { errors, refuse } = useErrors<"businessName" | "email" | "password">();

  const submit = (form: HTMLFormElement) => {
    const fields = {
      businessName: fieldOf(form, "businessName"),
      email: fieldOf(form, "email"),
      password: fieldOf(form, "password"),
    };
    const wanted = plan && soldPlanOf(fieldOf(form, "plan"));
    const weak = passwordProblem(fields.password);
    const isNamed = cleanText(fields.businessName) !== null;
    const isEmail = normalizeEmail(fields.email) !== null;
    const isWrong = refuse(form, {
      businessName: !isNamed && refusalText({ code: "businessNameRequired" }),
      email: !isEmail && refusalText({ code: "invalidEmail" }),
      password: weak !== null && refusalText({ code: weak }),
    });
    if (isWrong) return;
    // The business's rules use its own time zone, which starts as this device's.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    void send({ ...fields, timezone: timeZone }, wanted);
  };

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <FormError message={refusal}>
        {signUp.mayBeKnown && <KnownAccount />}
      </FormError>
      <Field
        label={strings.businessName}
        name="businessName"
        autoComplete="organization"
        maxLength={MAX_NAME}
        error={errors.businessName}
      />
      <EmailField
        label={strings.email}
        autoComplete="username"
        hint={isListed ? strings.listed : undefined}
        error={errors.email}
      />
      <NewPassword label={strings.password} error={errors.password} />
      {plan !== null && <PlanCards initial={plan} />}
      {note}
      <Agree />
      <SubmitButton busy={step !== "editing"} busyText={BUSY[step]}>
        {plan === null ? strings.create : strings.createAndPay}
      </SubmitButton>
      <SlowNote busy={step === "account"} />
    </Form>
  );
}

// The padding gives the links the height of a button without moving the lines.
const refusalLink =
  "rounded-md py-2.5 font-semibold underline underline-offset-4";

/** Further links, shown for every refused address, so they reveal nothing about it. */
function KnownAccount() {
  return (
    <p className="mt-1 leading-relaxed font-normal">
      {strings.known.before}{" "}
      <EmailLink to={paths.login} className={refusalLink}>
        {strings.known.logIn}
      </EmailLink>{" "}
      {strings.known.between}{" "}
      <EmailLink to={paths.forgotPassword} className={refusalLink}>
        {strings.known.reset}
      </EmailLink>
      {strings.known.after}
    </p>
  );
}

const [named, counted] = strings.planOption;

function PlanCards({ initial }: { initial: SoldPlan }) {
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
