/** A new password for a user who knows the current one (product.md A11). */
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { whyNot } from "../../lib/server/use-call";
import { passwordProblem } from "../../../convex/base/rules/password";
import { deviceSecret } from "../../lib/device";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { firstFocus } from "../../ui/windows/dialog";
import { showSuccess } from "../../ui/toast";
import { FormWindow } from "../../ui/windows/form-window";
import { CurrentPassword } from "./current-password";
import { NewPassword } from "./new-password";
import { fieldOf, useErrors } from "../../lib/read-form";

const { account: strings } = profile;

export function ChangePassword(props: { email: string; onClose: () => void }) {
  const { email, onClose } = props;
  const change = useAction(api.account.credentials.changePassword);
  const { errors, refuse } = useErrors<"password" | "newPassword">();

  const send = async (form: HTMLFormElement) => {
    const password = fieldOf(form, "password");
    const newPassword = fieldOf(form, "newPassword");
    const weak = passwordProblem(newPassword);
    const isWrong = refuse(form, {
      password: password === "" && strings.enterCurrent,
      newPassword: weak !== null && words.refusalText({ code: weak }),
    });
    if (isWrong) return undefined;
    return await whyNot(
      words,
      strings.failed,
      () => change({ password, newPassword, device: deviceSecret() }),
      () => showSuccess(strings.passwordChanged),
    );
  };

  return (
    <FormWindow
      title={strings.changePassword}
      description={strings.passwordMeaning}
      width="form"
      verb={strings.changePassword}
      send={send}
      onClose={onClose}
    >
      <CurrentPassword
        {...firstFocus}
        label={strings.current}
        email={email}
        error={errors.password}
      />
      <NewPassword
        label={strings.newPassword}
        name="newPassword"
        error={errors.newPassword}
      />
    </FormWindow>
  );
}
