/** Asking for a code to set a new password. Texts: specification, public part §5. */
import { useAction } from "convex/react";
import { useState, type FormEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { normalizeEmail } from "../../../convex/model/password";
import { texts } from "../../../convex/model/texts";
import { errorText } from "../../lib/error-text";
import { within } from "../../lib/within";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { FormError } from "./form-error";
import { fieldOf, focusFirstInvalid } from "./read-form";

/** Authentication has this long (specification, public part §9). */
const TIMEOUT_MS = 5_000;
const UNREACHABLE =
  "Password reset is unavailable: the authentication service cannot be reached right now. Check your connection and try again.";

/** One request; `ask` resolves to whether it was taken, which says nothing about the account. */
export function useCodeRequest() {
  const request = useAction(api.account.requestPasswordReset);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const ask = async (email: string): Promise<boolean> => {
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await within(request({ email }), TIMEOUT_MS);
      if (!answer.ok) setRefusal(answer.message);
      return answer.ok;
    } catch (error) {
      setRefusal(errorText(error, UNREACHABLE));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, ask };
}

/** The e-mail form. @param onAsked with the address, after a request that was taken */
export function CodeRequestForm({
  onAsked,
}: {
  onAsked: (email: string) => void;
}) {
  const { busy, refusal, ask } = useCodeRequest();
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = normalizeEmail(fieldOf(form, "email"));
    setError(email === null ? texts.invalidEmail : null);
    if (email === null) focusFirstInvalid(form);
    else if (await ask(email)) onAsked(email);
  };

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-5"
    >
      <p className="text-ink-2">
        Enter the e-mail address of your account. We send a code with which you
        can set a new password.
      </p>
      <FormError message={refusal} />
      <Field
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
      />
      <Button
        type="submit"
        variant="primary"
        size="hero"
        busy={busy}
        busyText="Sending..."
      >
        Send Code
      </Button>
    </form>
  );
}
