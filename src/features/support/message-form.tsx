/**
 * The form of a message, for owners and admins. The typed text stays until the server has accepted it, also in a tab that
 * is loaded again.
 */
import { Send } from "lucide-react";
import { useId, useState } from "react";
import type { SupportRefusal } from "../../../convex/base/rules/refusals";
import {
  MAX_SUBJECT,
  MAX_SUPPORT_TEXT,
} from "../../../convex/support/rules/threads";
import { useFreshness } from "../../lib/server/connection";
import { useErrors } from "../../lib/read-form";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { errorText, refusalText, support } from "../../strings/support";
import { Button } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { Field } from "../../ui/fields/field";
import { Form } from "../../ui/fields/form";
import { FormError } from "../../ui/fields/form-error";
import { TextArea } from "../../ui/fields/text-area";
import { showSuccess } from "../../ui/toast";

const { form: strings } = support;
const MAX_EMAIL = 254;

const EMPTY = { email: "", subject: "", text: "" };
export type Given = typeof EMPTY;

const KEY = storageKeys.draft("support");

/** What was typed and not sent, by `draft`. */
function kept(): Partial<Record<string, Given>> {
  try {
    return Object(JSON.parse(readStored(KEY, "tab") ?? "{}")) as object;
  } catch {
    return {};
  }
}

/** `send` resolves to null once sent, or to the refusal; may throw. `draft` tells the forms apart. */
export function MessageForm(props: {
  draft: string;
  asks?: readonly ("email" | "subject")[];
  label: string;
  verb: string;
  said: string;
  hint?: string;
  send: (given: Given) => Promise<SupportRefusal | null>;
}) {
  const { draft, asks = [], label, verb, said, hint, send } = props;
  const { live } = useFreshness();
  const whyId = useId();
  const [given, setGiven] = useState(() => ({ ...EMPTY, ...kept()[draft] }));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { errors, refuse } = useErrors<keyof Given>();

  const keep = (next: Given) => {
    setGiven(next);
    const typed = { ...kept(), [draft]: next === EMPTY ? undefined : next };
    writeStored(KEY, JSON.stringify(typed), "tab");
  };

  const submit = async (form: HTMLFormElement) => {
    if (busy || !live) return;
    setFailure(null);
    const missing = refusalText({ code: "fieldsMissing" });
    const lacks = (name: keyof Given) =>
      (name === "text" || asks.includes(name)) &&
      given[name].trim() === "" &&
      missing;
    const isWrong = refuse(form, {
      email: lacks("email"),
      subject: lacks("subject"),
      text: lacks("text"),
    });
    if (isWrong) return;
    setBusy(true);
    const why = await outcome(send, given);
    setBusy(false);
    setFailure(why);
    if (why !== null) return;
    keep(EMPTY);
    showSuccess(said);
  };

  const field = (name: keyof Given) => ({
    name,
    value: given[name],
    readOnly: busy,
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      keep({ ...given, [name]: target.value }),
  });
  return (
    <Form onSubmit={submit} className="mt-4 grid gap-4">
      <FormError message={failure} />
      {asks.includes("email") && (
        <EmailField
          {...field("email")}
          label={strings.email}
          autoComplete="off"
          maxLength={MAX_EMAIL}
        />
      )}
      {asks.includes("subject") && (
        <Field
          {...field("subject")}
          label={strings.subject}
          dir="auto"
          maxLength={MAX_SUBJECT}
        />
      )}
      <TextArea
        {...field("text")}
        label={label}
        hint={hint}
        dir="auto"
        rows={5}
        maxLength={MAX_SUPPORT_TEXT}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          size="field"
          icon={Send}
          busy={busy}
          busyText={strings.sending}
          disabled={!live}
          aria-describedby={whyId}
        >
          {verb}
        </Button>
        <p id={whyId} className="text-sm text-ink-2">
          {!live && strings.offline}
        </p>
      </div>
    </Form>
  );
}

async function outcome(
  send: (given: Given) => Promise<SupportRefusal | null>,
  given: Given,
): Promise<string | null> {
  try {
    const refusal = await send(given);
    return refusal && refusalText(refusal);
  } catch (error) {
    return errorText(error, strings.failed);
  }
}
