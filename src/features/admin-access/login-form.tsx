/** The admins' login: e-mail and password start a session of the portal. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { useState, type FormEvent } from "react";
import { reloadPage } from "../../lib/address/leave-for";
import { deviceSecret } from "../../lib/device";
import { CREDENTIALS_TIMEOUT_MS, within } from "../../lib/server/within";
import { account } from "../../strings/account";
import { adminAccess } from "../../strings/admin/admin-access";
import { admin as strings } from "../../strings/admin/admin";
import { errorText, refusalIn } from "../../strings/refusals/admin";
import { SubmitButton } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { Field } from "../../ui/fields/field";
import { FormError } from "../../ui/fields/form-error";
import { PasswordField } from "../../ui/fields/password-field";
import { SlowNote } from "../../lib/account/slow-note";

const { prove } = adminAccess;

export function AdminLoginForm() {
  const { signIn } = useAuthActions();
  const { isAuthenticated, isLoading } = useConvexAuth();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const given = {
      email: fields.get("email"),
      password: fields.get("password"),
      ...(asksCode && { code: fields.get("code") }),
    };
    setBusy(true);
    setRefusal(null);
    try {
      const params = { ...given, flow: "adminSignIn", device: deviceSecret() };
      await within(signIn("password", params as never), CREDENTIALS_TIMEOUT_MS);
      // An open connection keeps the session that it started with.
      if (isAuthenticated || isLoading) reloadPage();
    } catch (error) {
      setRefusal(errorText(error, account.unreachable.signIn));
      if (refusalIn(error)?.code === "codeNeeded") setAsksCode(true);
      setBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-5"
    >
      <FormError message={refusal} />
      <EmailField label={account.email} autoComplete="username" />
      <PasswordField label={account.password} autoComplete="current-password" />
      {asksCode && (
        <Field
          label={prove.code}
          hint={prove.codeHint}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          maxLength={40}
        />
      )}
      <SubmitButton busy={busy} busyText={account.loggingIn}>
        {strings.logInVerb}
      </SubmitButton>
      <SlowNote busy={busy} />
    </form>
  );
}
