/** The business's own Twilio account: three fields that are written and never read back (product.md N9). */
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useLate } from "../../lib/late";
import { fieldOf, useErrors } from "../../lib/read-form";
import { useCall } from "../../lib/server/use-call";
import { examplePhone } from "../../strings/language/page-clock";
import { messages } from "../../strings/messages";
import * as reasons from "../../strings/refusals/connection";
import { everyone } from "../../strings/everyone";
import { parts } from "../../strings/parts";
import { Button } from "../../ui/button";
import { Field } from "../../ui/fields/field";
import { Form } from "../../ui/fields/form";
import { FormError } from "../../ui/fields/form-error";
import { showSuccess } from "../../ui/toast";

const { own: strings } = messages;

const words: typeof reasons = {
  ...reasons,
  refusalText: (refusal) => strings.failed(reasons.refusalText(refusal)),
  errorText: (...of) => strings.failed(reasons.errorText(...of)),
};

type Name = "sid" | "token" | "from";

export function CredentialsForm(props: {
  disabled: boolean;
  onClose: () => void;
}) {
  const { disabled, onClose } = props;
  const save = useAction(api.messages.sms.saveCredentials);
  const { busy, refusal, send } = useCall(words, messages.send.tryAgain);
  const isLate = useLate();
  const { errors, refuse } = useErrors<Name>();
  const field = (name: Name) => ({
    name,
    label: strings[name],
    autoComplete: "off",
    maxLength: MAX,
    error: errors[name],
  });

  const submit = async (form: HTMLFormElement) => {
    const of = (name: Name) => fieldOf(form, name).trim();
    const given = { sid: of("sid"), token: of("token"), from: of("from") };
    const missing = reasons.refusalText({ code: "twilioFieldsMissing" });
    const isWrong = refuse(form, {
      sid: given.sid === "" && missing,
      token: given.token === "" && missing,
      from: given.from === "" && missing,
    });
    if (isWrong) return;
    const saved = () => {
      showSuccess(strings.saved);
      if (!isLate(null)) onClose();
    };
    await send(() => save(given), saved);
  };

  return (
    <Form onSubmit={submit} className="mt-5 grid gap-4" autoComplete="off">
      <FormError message={refusal} />
      <Field
        {...field("sid")}
        autoFocus
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={strings.sidPlaceholder}
      />
      <Field
        {...field("token")}
        type="password"
        // Browsers fill in and keep the account's own password whatever "off" says.
        autoComplete="one-time-code"
        hint={strings.tokenHint}
      />
      <Field
        {...field("from")}
        type="tel"
        inputMode="tel"
        placeholder={examplePhone()}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="soft"
          size="field"
          busy={busy}
          busyText={everyone.processing}
          disabled={disabled}
        >
          {strings.save}
        </Button>
        <Button size="field" onClick={onClose}>
          {parts.cancel}
        </Button>
      </div>
    </Form>
  );
}

const MAX = 100;
