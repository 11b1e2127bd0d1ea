/** The newsletter's form (product.md V4). */
import { useState } from "react";
import {
  addressFields,
  formPaths,
  TRAP_FIELD,
} from "../../../convex/visitors/rules/formFields";
import { formAction } from "../../lib/server/send-form";
import { usePostedForm } from "../../lib/server/use-posted-form";
import { forms } from "../../strings/forms";
import { landing } from "../../strings/landing";
import { Button } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { TrapField } from "../../ui/fields/trap-field";

const { newsletter: strings } = landing;
const [EMAIL] = addressFields;
const MAX_EMAIL = 254;

/** Shows the same message for an address that is already on the list. */
export function Subscribe() {
  const [done, setDone] = useState(false);
  const { ref, busy, failure, wrong, submit } = usePostedForm({
    done: (form) => {
      form.reset();
      setDone(true);
    },
  });
  return (
    <form
      ref={ref}
      method="post"
      action={formAction(formPaths.newsletter)}
      onSubmit={(event) => {
        setDone(false);
        void submit(event);
      }}
      className="w-full max-w-md"
    >
      <div className="flex items-end gap-2">
        <EmailField
          label={strings.label}
          name={EMAIL}
          autoComplete="email"
          placeholder={strings.example}
          maxLength={MAX_EMAIL}
          required
          error={
            failure ?? (wrong.length > 0 ? forms.refusals.invalidEmail : null)
          }
          className="min-w-0 flex-1"
        />
        <TrapField name={TRAP_FIELD} label={forms.trap} />
        <Button type="submit" size="field" busy={busy}>
          {strings.subscribe}
        </Button>
      </div>
      {/* The target of the form without script. */}
      <p
        id="subscribed"
        className={
          done ? "mt-2 font-semibold" : "mt-2 hidden font-semibold target:block"
        }
      >
        {strings.subscribed}
      </p>
      <p role="status" className="sr-only">
        {done && strings.subscribed}
        {failure}
      </p>
      <p className="mt-2 text-sm text-ink-3">{strings.leave}</p>
    </form>
  );
}
