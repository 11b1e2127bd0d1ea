/** A password for the invited address, which has no account yet. */
import { passwordProblem } from "../../../convex/base/rules/password";
import { fieldOf, useErrors } from "../../lib/read-form";
import { invitation as strings } from "../../strings/invitation";
import { refusalText } from "../../strings/refusals/visitor";
import { SubmitButton } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { Form } from "../../ui/fields/form";
import { FormError } from "../../ui/fields/form-error";
import { Agree } from "./agree";
import { NewPassword } from "./new-password";
import { SlowNote } from "../../lib/account/slow-note";
import { useCredentials } from "./use-credentials";
import type { Join } from "./invitation";

export function JoinForm(props: {
  secret: string;
  email: string;
  shop: string;
  join: Join;
}) {
  const { secret, email, shop, join } = props;
  const { busy, refusal, send } = useCredentials("invited");
  const { errors, refuse } = useErrors<"password">();

  const submit = async (form: HTMLFormElement) => {
    const password = fieldOf(form, "password");
    const weak = passwordProblem(password);
    const wrong = weak !== null && refusalText({ code: weak });
    if (refuse(form, { password: wrong })) return;
    join.begin();
    const refused = await send({ invitation: secret, password });
    if (refused === null) join.joined();
    else join.refused();
  };

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <FormError message={refusal} />
      <EmailField
        label={strings.email}
        autoComplete="username"
        value={email}
        readOnly
      />
      <NewPassword label={strings.password} error={errors.password} />
      <Agree />
      <SubmitButton
        busy={busy}
        busyText={strings.joining}
        className="wrap-anywhere"
      >
        {strings.join(shop)}
      </SubmitButton>
      <SlowNote busy={busy} />
    </Form>
  );
}
