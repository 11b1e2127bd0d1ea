/** E-mail and password. */
import { useState, type FormEvent } from "react";
import { normalizeEmail } from "../../../convex/base/rules/password";
import { paths } from "../../lib/address/paths";
import { account as strings } from "../../strings/account";
import { refusalText } from "../../strings/refusals/visitor";
import { SubmitButton } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { AppCode } from "./app-code";
import { EmailLink } from "./email-link";
import { FormError } from "../../ui/fields/form-error";
import { inlineLink } from "./frame";
import { PasswordField } from "./password-field";
import { fieldOf, useErrors } from "../../lib/read-form";
import { SlowNote } from "./slow-note";
import { useCredentials } from "./use-credentials";

type Errors = { email?: string; password?: string };

export function LoginForm({ email }: { email: string }) {
  const { busy, slow, refusal, send } = useCredentials("signIn");
  const { errors, refuse } = useErrors<Errors>();
  const [asksCode, setAsksCode] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = fieldOf(form, "email");
    const password = fieldOf(form, "password");
    const found: Errors = {
      ...(normalizeEmail(email) === null && {
        email: refusalText({ code: "invalidEmail" }),
      }),
      ...(password === "" && { password: strings.enterPassword }),
    };
    if (refuse(form, found)) return;
    const code = asksCode && { code: fieldOf(form, "code") };
    const refused = await send({ email, password, ...code });
    if (refused === "codeNeeded") setAsksCode(true);
  };

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-5"
    >
      <h2 className="text-lg font-bold tracking-tight">{strings.logIn}</h2>
      <FormError message={refusal} />
      <EmailField
        label={strings.email}
        autoComplete="username"
        defaultValue={email}
        error={errors.email}
      />
      <PasswordField
        label={strings.password}
        autoComplete="current-password"
        error={errors.password}
      />
      {asksCode && <AppCode name="code" />}
      <SubmitButton busy={busy} busyText={strings.loggingIn}>
        {strings.logIn}
      </SubmitButton>
      <SlowNote slow={slow} />
      <EmailLink to={paths.forgotPassword} className={`${inlineLink} mx-auto`}>
        {strings.forgot}
      </EmailLink>
    </form>
  );
}
