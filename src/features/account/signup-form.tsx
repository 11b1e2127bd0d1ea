/** A new account and the plan it pays for. Texts: specification, public part §2 (sign-up). The two steps are use-sign-up.ts. */
import { useState, type FormEvent, type ReactNode } from "react";
import { cleanText, MAX_NAME } from "../../../convex/model/names";
import {
  MAX_PASSWORD,
  normalizeEmail,
  passwordProblem,
} from "../../../convex/model/password";
import { plans, soldPlans, type SoldPlan } from "../../../convex/model/plans";
import { paths } from "../../lib/paths";
import { soldPlanOf } from "../../lib/sold-plan";
import { refusalText } from "../../texts/visitors";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";
import { EmailLink } from "./email-link";
import { FormError } from "./form-error";
import { PasswordField } from "./password-field";
import { fieldOf, focusFirstInvalid } from "./read-form";
import { SlowNote } from "./slow-note";
import type { SignUpStep, useSignUp } from "./use-sign-up";

type Errors = { businessName?: string; email?: string; password?: string };

const BUSY: Record<SignUpStep, string> = {
  editing: "Creating Account...",
  account: "Creating Account...",
  payment: "Setting Up Payment...",
};

/**
 * The form in its card.
 * @param plan the one chosen on the way here
 * @param signUp what happens on submit, and how far it is
 */
export function SignupForm({
  plan,
  signUp,
  note,
}: {
  plan: SoldPlan;
  signUp: ReturnType<typeof useSignUp>;
  /** Above the button: where the payment goes. */
  note: ReactNode;
}) {
  const { step, slow, refusal, submit: send } = signUp;
  const [errors, setErrors] = useState<Errors>({});

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = {
      businessName: fieldOf(form, "businessName"),
      email: fieldOf(form, "email"),
      password: fieldOf(form, "password"),
    };
    const wanted = soldPlanOf(fieldOf(form, "plan"));
    const weak = passwordProblem(fields.password);
    const found: Errors = {
      ...(cleanText(fields.businessName) === null && {
        businessName: refusalText({ code: "businessNameRequired" }),
      }),
      ...(normalizeEmail(fields.email) === null && {
        email: refusalText({ code: "invalidEmail" }),
      }),
      ...(weak !== null && { password: refusalText({ code: weak }) }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) {
      focusFirstInvalid(form);
      return;
    }
    // All rules of the business count by its own clock, first taken from here.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    void send({ ...fields, timezone: timeZone }, wanted);
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormError message={refusal}>
        {signUp.mayBeKnown && <KnownAccount />}
      </FormError>
      <Field
        label="Business Name"
        name="businessName"
        autoComplete="organization"
        maxLength={MAX_NAME}
        error={errors.businessName}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        hint="At least 8 characters with uppercase, lowercase, number and special character."
        error={errors.password}
      />
      <Select
        label="Select Plan"
        name="plan"
        defaultValue={plan}
        hint="US dollars per month, tax not included. Cancel at any time."
      >
        {soldPlans.map((sold) => (
          <option key={sold} value={sold}>
            {`${plans[sold].label} ($${plans[sold].pricePerMonth}/mo) - Max ${plans[sold].queueLimit} queues`}
          </option>
        ))}
      </Select>
      {note}
      <Button
        type="submit"
        variant="primary"
        size="hero"
        busy={step !== "editing"}
        busyText={BUSY[step]}
      >
        Create Account & Pay Now
      </Button>
      <SlowNote slow={slow} />
    </form>
  );
}

// Padding of a line's own links moves no line, and gives fingers the height of a button.
const refusalLink =
  "rounded-md py-2.5 font-semibold underline underline-offset-4";

/** A way on that says nothing about the address: it stands there for every one that is refused. */
function KnownAccount() {
  return (
    <p className="mt-1 leading-relaxed font-normal">
      If you already have an account,{" "}
      <EmailLink to={paths.login} className={refusalLink}>
        log in
      </EmailLink>{" "}
      or{" "}
      <EmailLink to={paths.forgotPassword} className={refusalLink}>
        reset your password
      </EmailLink>
      .
    </p>
  );
}
