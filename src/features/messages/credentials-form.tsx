/** The business's own Twilio account: three fields that are written and never read back (product.md N9). */
import { useAction } from "convex/react";
import { useState, type FormEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { fieldOf } from "../../lib/read-form";
import { messages } from "../../strings/messages";
import { errorText, refusalText } from "../../strings/refusals/connection";
import { everyone } from "../../strings/everyone";
import { Button } from "../../ui/button";
import { Field } from "../../ui/fields/field";
import { FormError } from "../../ui/fields/form-error";
import { showSuccess } from "../../ui/toast";

const { own: strings, send } = messages;

const FIELDS = ["sid", "token", "from"] as const;
type Name = (typeof FIELDS)[number];
type Given = Record<Name, string>;

function read(form: HTMLFormElement): Given {
  const of = (name: Name) => fieldOf(form, name).trim();
  return { sid: of("sid"), token: of("token"), from: of("from") };
}

export function CredentialsForm(props: {
  disabled: boolean;
  onClose: () => void;
}) {
  const { disabled, onClose } = props;
  const save = useAction(api.messages.sms.saveCredentials);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly Name[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const field = (name: Name) => ({
    name,
    label: strings[name],
    autoComplete: "off",
    maxLength: MAX,
    error: missing.includes(name)
      ? refusalText({ code: "twilioFieldsMissing" })
      : null,
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    const given = read(form);
    const empty = FIELDS.filter((name) => given[name] === "");
    setMissing(empty);
    setRefusal(null);
    const [first] = empty;
    if (first !== undefined) {
      form.querySelector<HTMLElement>(`[name='${first}']`)?.focus();
      return;
    }
    setBusy(true);
    const whyNot = await tryToSave(given);
    setBusy(false);
    setRefusal(whyNot);
    if (whyNot !== null) return;
    showSuccess(strings.saved);
    onClose();
  };

  const tryToSave = async (given: Given): Promise<string | null> => {
    try {
      const answer = await save(given);
      return answer.ok ? null : strings.failed(refusalText(answer));
    } catch (error) {
      return strings.failed(errorText(error, send.tryAgain));
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-5 grid gap-4"
      autoComplete="off"
    >
      <FormError message={refusal} />
      <Field
        {...field("sid")}
        autoFocus
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={strings.sidPlaceholder}
      />
      <Field {...field("token")} type="password" hint={strings.tokenHint} />
      <Field
        {...field("from")}
        type="tel"
        inputMode="tel"
        placeholder={send.phonePlaceholder}
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
          {everyone.cancel}
        </Button>
      </div>
    </form>
  );
}

const MAX = 100;
