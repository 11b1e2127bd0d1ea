/** Password, and code with a second factor, entered again (product.md O10): the form of two windows. */
import { useAction, useQuery } from "convex/react";
import { useState, type FormEvent, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { deviceSecret } from "../../lib/device";
import { errorText, refusalText } from "../../strings/refusals/admin";
import { adminAccess } from "../../strings/admin/admin-access";
import { everyone } from "../../strings/everyone";
import { Button } from "../../ui/button";
import { AccountEmail } from "../../ui/fields/email-field";
import { firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { FormError } from "../../ui/fields/form-error";
import { fieldOf } from "../../lib/read-form";

const { prove: strings } = adminAccess;

export function ProveForm(props: {
  email: string;
  verb: string;
  beside: ReactNode;
  onDone: () => void;
}) {
  const { email, verb, beside, onDone } = props;
  const confirm = useAction(api.admin.admins.confirm);
  const factor = useQuery(api.account.secondFactor.status);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const password = fieldOf(form, "password");
    const given = { password, code: fieldOf(form, "code") };
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await confirm({ ...given, device: deviceSecret() });
      if (answer.ok) onDone();
      else setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, strings.failed));
    }
    setBusy(false);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
    >
      <FormError message={refusal} />
      <AccountEmail email={email} />
      <Field
        {...firstFocus}
        label={strings.password}
        name="password"
        type="password"
        autoComplete="current-password"
      />
      {typeof factor?.since === "number" && (
        <Field
          label={strings.code}
          hint={strings.codeHint}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          maxLength={40}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {beside}
        <Button
          type="submit"
          variant="primary"
          size="field"
          busy={busy}
          busyText={everyone.processing}
        >
          {verb}
        </Button>
      </div>
    </form>
  );
}
