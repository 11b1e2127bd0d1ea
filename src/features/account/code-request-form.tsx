/** Requests a code to set a new password (product.md A4). */
import { useAction, useConvex } from "convex/react";
import { useState, type MouseEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { normalizeEmail } from "../../../convex/base/rules/password";
import { maySend } from "../../lib/server/convex-client";
import { deviceSecret } from "../../lib/device";
import { within } from "../../lib/server/within";
import { account as strings } from "../../strings/account";
import { errorText, refusalText } from "../../strings/refusals/visitor";
import { Button, SubmitButton } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { Form } from "../../ui/fields/form";
import { FormError } from "../../ui/fields/form-error";
import { fieldOf, useErrors } from "../../lib/read-form";
import { NOT_SENT } from "./use-credentials";

/** The time limit of authentication (product.md A7). */
const TIMEOUT_MS = 5_000;

/** `ask` resolves to whether the request was accepted, which says nothing about the account. */
export function useCodeRequest() {
  const request = useAction(api.account.current.requestPasswordReset);
  const convex = useConvex();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const ask = async (email: string): Promise<boolean> => {
    setRefusal(null);
    if (!maySend(convex)) {
      // Renders once without it, so that a second press announces the sentence again.
      await Promise.resolve();
      setRefusal(NOT_SENT);
      return false;
    }
    setBusy(true);
    try {
      const answer = await within(
        request({ email, device: deviceSecret() }),
        TIMEOUT_MS,
      );
      if (!answer.ok) setRefusal(refusalText(answer));
      return answer.ok;
    } catch (error) {
      setRefusal(errorText(error, strings.unreachable.reset));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const forget = () => setRefusal(null);
  return { busy, refusal, ask, forget };
}

/** `onCode` gets the address after an accepted request, or if the user already has a code. */
export function CodeRequestForm(props: {
  email: string;
  onCode: (email: string) => void;
}) {
  const { email: typed, onCode } = props;
  const { busy, refusal, ask } = useCodeRequest();
  const { errors, refuse } = useErrors<"email">();

  const readEmail = (form: HTMLFormElement): string | null => {
    const email = normalizeEmail(fieldOf(form, "email"));
    const wrong = email === null && refusalText({ code: "invalidEmail" });
    refuse(form, { email: wrong });
    return email;
  };
  const submit = async (form: HTMLFormElement) => {
    const email = readEmail(form);
    if (email !== null && (await ask(email))) onCode(email);
  };
  const haveCode = ({
    currentTarget: { form },
  }: MouseEvent<HTMLButtonElement>) => {
    const email = form && readEmail(form);
    if (email !== null) onCode(email);
  };

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <p className="text-ink-2">{strings.enterEmail}</p>
      <FormError message={refusal} />
      <EmailField
        label={strings.email}
        autoComplete="username"
        defaultValue={typed}
        error={errors.email}
      />
      <SubmitButton busy={busy} busyText={strings.sending}>
        {strings.sendCode}
      </SubmitButton>
      <Button variant="link" onClick={haveCode}>
        {strings.haveCode}
      </Button>
    </Form>
  );
}
