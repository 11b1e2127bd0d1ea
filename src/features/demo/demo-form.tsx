/** The request for a demo (product.md V1). Without script the browser checks and submits it. */
import { useEffect, useRef } from "react";
import {
  formPaths,
  MAX_PHONE,
  MAX_TEXT,
  setupTypes,
  TRAP_FIELD,
} from "../../../convex/visitors/rules/formFields";
import { MAX_NAME } from "../../../convex/base/rules/names";
import { formAction } from "../../lib/server/send-form";
import { usePostedForm } from "../../lib/server/use-posted-form";
import { demo as strings } from "../../strings/demo";
import { forms } from "../../strings/forms";
import { SubmitButton } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { Field } from "../../ui/fields/field";
import { FormError } from "../../ui/fields/form-error";
import { PrivacyLink } from "../../ui/legal-links";
import { tellLate } from "../../ui/toasts-on-demand";
import { RadioCard } from "../../ui/fields/radio-card";
import { TextArea } from "../../ui/fields/text-area";
import { TrapField } from "../../ui/fields/trap-field";
import { thank } from "./thank-you";

const MESSAGE = "message";
const MAX_EMAIL = 254;

/** Under its own heading. Keeps its text until the server has accepted it. */
export function DemoForm() {
  const message = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (window.location.hash === `#${MESSAGE}`) message.current?.focus();
  }, []);
  const { ref, busy, failure, wrong, submit } = usePostedForm({
    done: (form) => {
      form.reset();
      thank();
      tellLate("success", strings.submitted);
    },
    failed: () => tellLate("error", forms.failed),
  });
  return (
    <form
      ref={ref}
      method="post"
      action={formAction(formPaths.demo)}
      onSubmit={(event) => void submit(event)}
      aria-labelledby="demo-form"
      className="grid gap-5 rounded-xl border border-line bg-surface p-5 peer-target:hidden sm:p-8"
    >
      <h2 id="demo-form" className="text-2xl font-extrabold tracking-tight">
        {strings.fillOut}
      </h2>
      <FormError message={failure} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Short
          name="firstName"
          autoComplete="given-name"
          required
          error={wrong.includes("firstName") ? strings.firstNameMissing : null}
        />
        <Short
          name="lastName"
          autoComplete="family-name"
          required
          error={wrong.includes("lastName") ? strings.lastNameMissing : null}
        />
      </div>
      <EmailField
        label={strings.email}
        autoComplete="email"
        maxLength={MAX_EMAIL}
        required
        error={wrong.includes("email") ? forms.refusals.invalidEmail : null}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={strings.phone}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={MAX_PHONE}
          optional
        />
        <Short name="country" autoComplete="country-name" />
      </div>
      <Short name="productInterest" />
      <div className="grid gap-5 sm:grid-cols-2">
        <Short name="role" autoComplete="organization-title" />
        <Short name="annualRunRate" placeholder={strings.runRateExample} />
      </div>
      <SetupType />
      <TextArea
        ref={message}
        id={MESSAGE}
        label={strings.message}
        name="message"
        rows={4}
        maxLength={MAX_TEXT}
        optional
      />
      <TrapField name={TRAP_FIELD} label={forms.trap} />
      <p className="text-sm text-ink-3">
        {strings.privacy} <PrivacyLink />
      </p>
      <SubmitButton busy={busy} busyText={strings.submitting}>
        {strings.submit}
      </SubmitButton>
    </form>
  );
}

const LABELS = {
  firstName: strings.firstName,
  lastName: strings.lastName,
  country: strings.country,
  productInterest: strings.heard,
  role: strings.role,
  annualRunRate: strings.runRate,
};

function Short(props: {
  name: keyof typeof LABELS;
  autoComplete?: string;
  placeholder?: string;
  required?: boolean;
  error?: string | null;
}) {
  return (
    <Field
      label={LABELS[props.name]}
      autoComplete="off"
      maxLength={MAX_NAME}
      optional={!props.required}
      {...props}
    />
  );
}

function SetupType() {
  return (
    <fieldset>
      <legend className="font-semibold">{strings.setup}</legend>
      <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
        {setupTypes.map((type, place) => (
          <RadioCard
            key={type}
            name="setupType"
            value={type}
            defaultChecked={place === 0}
          >
            {strings.setups[type]}
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
