/** Password, and code with a second factor, entered again (product.md O10): the form of two windows. */
import { useAction, useQuery } from "convex/react";
import type { ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { useCall } from "../../lib/server/use-call";
import { deviceSecret } from "../../lib/device";
import * as words from "../../strings/refusals/admin";
import { adminAccess } from "../../strings/admin/admin-access";
import { everyone } from "../../strings/everyone";
import { Button } from "../../ui/button";
import { AccountEmail } from "../../ui/fields/email-field";
import { firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { Form } from "../../ui/fields/form";
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
  const { busy, refusal, send } = useCall(words, strings.failed);

  const submit = async (form: HTMLFormElement) => {
    const password = fieldOf(form, "password");
    const given = { password, code: fieldOf(form, "code") };
    await send(() => confirm({ ...given, device: deviceSecret() }), onDone);
  };

  return (
    <Form onSubmit={submit} className="grid gap-5">
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
    </Form>
  );
}
