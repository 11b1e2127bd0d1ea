/** A new account. Texts: specification, public part §2 (sign-up); the payment step joins it with billing. */
import { useState, type FormEvent } from "react";
import { cleanText, MAX_NAME } from "../../../convex/model/names";
import {
  MAX_PASSWORD,
  normalizeEmail,
  passwordProblem,
} from "../../../convex/model/password";
import { plans } from "../../../convex/model/plans";
import { texts } from "../../../convex/model/texts";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";
import { FormError } from "./form-error";
import { fieldOf, focusFirstInvalid } from "./read-form";
import { useCredentials } from "./use-credentials";

type Errors = { businessName?: string; email?: string; password?: string };

/** The plans that are sold here; Enterprise is agreed in person. */
const SOLD = ["starter", "pro"] as const;
export type SoldPlan = (typeof SOLD)[number];

/** The form in its card. @param plan the one chosen on the way here */
export function SignupForm({ plan }: { plan: SoldPlan }) {
  const { busy, refusal, send } = useCredentials("signUp");
  const [errors, setErrors] = useState<Errors>({});

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = {
      businessName: fieldOf(form, "businessName"),
      email: fieldOf(form, "email"),
      password: fieldOf(form, "password"),
      plan: fieldOf(form, "plan"),
    };
    const weak = passwordProblem(fields.password);
    const found: Errors = {
      ...(cleanText(fields.businessName) === null && {
        businessName: texts.businessNameRequired,
      }),
      ...(normalizeEmail(fields.email) === null && {
        email: texts.invalidEmail,
      }),
      ...(weak !== null && { password: weak }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) {
      focusFirstInvalid(form);
      return;
    }
    // All rules of the business count by its own clock, first taken from here.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    void send({ ...fields, timezone: timeZone });
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormError message={refusal} />
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
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        hint="At least 8 characters with uppercase, lowercase, number and special character."
        error={errors.password}
      />
      <Select
        label="Select Plan"
        name="plan"
        defaultValue={plan}
        hint="Every account begins on Starter; nothing is charged today."
      >
        {SOLD.map((sold) => (
          <option key={sold} value={sold}>
            {`${plans[sold].label} ($${plans[sold].pricePerMonth}/mo) - Max ${plans[sold].queueLimit} queues`}
          </option>
        ))}
      </Select>
      <Button
        type="submit"
        variant="primary"
        size="hero"
        busy={busy}
        busyText="Creating Account..."
      >
        Create Account
      </Button>
    </form>
  );
}
