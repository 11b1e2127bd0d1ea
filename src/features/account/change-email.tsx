/** Another e-mail address: first the address with the password, then the code sent there (product.md A12). */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { whyNot } from "../../lib/server/use-call";
import { normalizeEmail } from "../../../convex/base/rules/password";
import { deviceSecret } from "../../lib/device";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { Dialog, firstFocus } from "../../ui/windows/dialog";
import { EmailField } from "../../ui/fields/email-field";
import { DialogForm } from "../../ui/windows/dialog-form";
import { CurrentPassword } from "./current-password";
import { GiveCode } from "./give-code";
import { fieldOf, useErrors } from "../../lib/read-form";

const { account: strings } = profile;

export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState<string | null>(null);
  return (
    <Dialog onClose={onClose} title={strings.changeEmail}>
      {email === null ? (
        <AskForCode onSent={setEmail} onClose={onClose} />
      ) : (
        <GiveCode
          email={email}
          sent={strings.codeSent}
          verb={strings.confirm}
          done={strings.emailChanged}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function AskForCode(props: {
  onSent: (email: string) => void;
  onClose: () => void;
}) {
  const { onSent, onClose } = props;
  const start = useAction(api.account.credentials.startEmailChange);
  const { errors, refuse } = useErrors<"email" | "password">();

  const send = async (form: HTMLFormElement) => {
    const email = normalizeEmail(fieldOf(form, "email"));
    const password = fieldOf(form, "password");
    const isWrong = refuse(form, {
      email: email === null && words.refusalText({ code: "invalidEmail" }),
      password: password === "" && strings.enterCurrent,
    });
    if (isWrong || email === null) return undefined;
    const given = { email, password, device: deviceSecret() };
    const sent = () => onSent(email);
    return await whyNot(words, strings.failed, () => start(given), sent);
  };

  return (
    <DialogForm verb={strings.sendCode} send={send} onCancel={onClose}>
      <EmailField
        {...firstFocus}
        label={strings.newEmail}
        autoComplete="email"
        error={errors.email}
      />
      <CurrentPassword label={strings.current} error={errors.password} />
    </DialogForm>
  );
}
