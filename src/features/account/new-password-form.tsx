/** The code from the e-mail and a new password. */
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { passwordProblem } from "../../../convex/base/rules/password";
import { showSuccess } from "../../ui/toast";
import { Button, SubmitButton } from "../../ui/button";
import { AccountEmail } from "../../ui/fields/email-field";
import { Field } from "../../ui/fields/field";
import { AppCode } from "./app-code";
import { useCodeRequest } from "./code-request-form";
import { Form } from "../../ui/fields/form";
import { FormError } from "../../ui/fields/form-error";
import { NewPassword } from "./new-password";
import { fieldOf, useErrors } from "../../lib/read-form";
import { SlowNote } from "../../lib/account/slow-note";
import { useCredentials } from "./use-credentials";
import { account as strings } from "../../strings/account";
import { refusalText } from "../../strings/refusals/visitor";

/** An address without an account is not revealed. */
export function NewPasswordForm({ email }: { email: string }) {
  const { busy, refusal, send, forget } = useCredentials("reset");
  const again = useCodeRequest();
  const services = useQuery(api.account.deployment.current);
  const [sentAgain, setSentAgain] = useState(false);
  const { errors, setErrors, refuse } = useErrors<"code" | "password">();
  const [asksCode, setAsksCode] = useState(false);

  const submit = async (form: HTMLFormElement) => {
    const code = fieldOf(form, "code").replace(/\s/g, "");
    const newPassword = fieldOf(form, "password");
    const weak = passwordProblem(newPassword);
    setSentAgain(false);
    again.forget();
    const isWrong = refuse(form, {
      code: code === "" && strings.enterCode,
      password: weak !== null && refusalText({ code: weak }),
    });
    if (isWrong) return;
    const second = asksCode && { secondCode: fieldOf(form, "secondCode") };
    const refused = await send({ email, code, newPassword, ...second });
    if (refused === null) showSuccess(strings.passwordChanged);
    if (refused === "codeNeeded") setAsksCode(true);
  };

  const sendAgain = async () => {
    // The error of the previous code is outdated.
    setErrors({});
    forget();
    setSentAgain(false);
    setSentAgain(await again.ask(email));
  };

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <p className="wrap-anywhere text-ink-2">
        {strings.resetRequested} <b className="text-ink">{email}</b>
      </p>
      {services?.mail === "standIn" && (
        <p className="text-ink-2">{strings.mailStandIn}</p>
      )}
      <FormError message={refusal} />
      <AccountEmail email={email} />
      <Field
        label={strings.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={strings.codeHint}
        maxLength={20}
        error={errors.code}
      />
      <NewPassword label={strings.newPassword.label} error={errors.password} />
      {asksCode && <AppCode name="secondCode" />}
      <SubmitButton busy={busy} busyText={strings.saving}>
        {strings.setPassword}
      </SubmitButton>
      <SlowNote busy={busy} />
      <Button
        variant="link"
        busy={again.busy}
        busyText={strings.sending}
        onClick={() => void sendAgain()}
      >
        {strings.sendAnother}
      </Button>
      {/* Beside the pressed button: on a phone the top of the form is out of view. */}
      <FormError message={again.refusal} />
      <p role="status" className={sentAgain ? "text-ink-2" : "sr-only"}>
        {sentAgain && strings.sentAnother}
      </p>
    </Form>
  );
}
