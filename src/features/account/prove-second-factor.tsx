/** Asks for password and code before a second factor is turned off or gets new recovery codes. */
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { deviceSecret } from "../../lib/device";
import { secondFactor } from "../../strings/second-factor";
import * as words from "../../strings/refusals/second-factor";
import { Dialog, firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { showSuccess } from "../../ui/toast";
import { useCredentialCall } from "./credential-call";
import { DialogForm } from "../../ui/windows/dialog-form";
import { CurrentPassword } from "./current-password";
import { fieldOf, useErrors } from "../../lib/read-form";

const { prove: strings, setUp, turnOff } = secondFactor;

type Errors = { password?: string; code?: string };

export function ProveSecondFactor(props: {
  email: string;
  to: "turnOff" | "newCodes";
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { email, to, onClose, onCodes } = props;
  const remove = useAction(api.account.secondFactor.remove);
  const renew = useAction(api.account.secondFactor.renewRecovery);
  const { busy, refusal, send } = useCredentialCall(words);
  const { errors, refuse } = useErrors<Errors>();
  const isOff = to === "turnOff";

  const submit = async (form: HTMLFormElement) => {
    const password = fieldOf(form, "password");
    const code = fieldOf(form, "code");
    const found: Errors = {
      ...(password === "" && { password: setUp.enterPassword }),
      ...(code === "" && { code: strings.enterCode }),
    };
    if (refuse(form, found)) return;
    const given = { password, code, device: deviceSecret() };
    if (isOff) {
      if ((await send(() => remove(given))) === null) return;
      showSuccess(strings.offDone);
      onClose();
      return;
    }
    const renewed = await send(() => renew(given));
    if (renewed !== null) onCodes(renewed.recoveryCodes);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={isOff ? strings.offTitle : strings.codesTitle}
      description={isOff ? strings.offMeaning : strings.codesMeaning}
    >
      <DialogForm
        verb={isOff ? turnOff : strings.codesVerb}
        tone={isOff ? "danger" : "primary"}
        busy={busy}
        refusal={refusal}
        onSubmit={(form) => void submit(form)}
        onCancel={onClose}
      >
        <CurrentPassword
          {...firstFocus}
          label={setUp.password}
          email={email}
          error={errors.password}
        />
        <Field
          label={strings.code}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          maxLength={40}
          error={errors.code}
        />
      </DialogForm>
    </Dialog>
  );
}
