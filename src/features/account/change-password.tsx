/** A new password for a user who knows the current one (product.md A11). */
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { passwordProblem } from "../../../convex/base/rules/password";
import { deviceSecret } from "../../lib/device";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { Dialog, firstFocus } from "../../ui/windows/dialog";
import { showSuccess } from "../../ui/toast";
import { useCredentialCall } from "./credential-call";
import { DialogForm } from "../../ui/windows/dialog-form";
import { CurrentPassword } from "./current-password";
import { NewPassword } from "./new-password";
import { fieldOf, useErrors } from "../../lib/read-form";

const { account: strings } = profile;

type Errors = { current?: string; next?: string };

export function ChangePassword(props: { email: string; onClose: () => void }) {
  const { email, onClose } = props;
  const change = useAction(api.account.credentials.changePassword);
  const { busy, refusal, send } = useCredentialCall(words);
  const { errors, refuse } = useErrors<Errors>();

  const submit = async (form: HTMLFormElement) => {
    const password = fieldOf(form, "password");
    const newPassword = fieldOf(form, "newPassword");
    const weak = passwordProblem(newPassword);
    const found: Errors = {
      ...(password === "" && { current: strings.enterCurrent }),
      ...(weak !== null && { next: words.refusalText({ code: weak }) }),
    };
    if (refuse(form, found)) return;
    const given = { password, newPassword, device: deviceSecret() };
    if (await send(() => change(given))) {
      showSuccess(strings.passwordChanged);
      onClose();
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.changePassword}
      description={strings.passwordMeaning}
    >
      <DialogForm
        verb={strings.changePassword}
        busy={busy}
        refusal={refusal}
        onSubmit={(form) => void submit(form)}
        onCancel={onClose}
      >
        <CurrentPassword
          {...firstFocus}
          label={strings.current}
          email={email}
          error={errors.current}
        />
        <NewPassword
          label={strings.newPassword}
          name="newPassword"
          error={errors.next}
        />
      </DialogForm>
    </Dialog>
  );
}
