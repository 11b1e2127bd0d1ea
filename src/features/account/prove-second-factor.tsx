/** Asks for password and code before a second factor is turned off or gets new recovery codes. */
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { deviceSecret } from "../../lib/device";
import { whyNot } from "../../lib/server/use-call";
import { profile } from "../../strings/profile";
import { secondFactor } from "../../strings/second-factor";
import * as words from "../../strings/refusals/second-factor";
import { firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { showSuccess } from "../../ui/toast";
import { FormWindow } from "../../ui/windows/form-window";
import { CurrentPassword } from "./current-password";
import { fieldOf, useErrors } from "../../lib/read-form";

const { prove: strings, setUp, turnOff } = secondFactor;

export function ProveSecondFactor(props: {
  email: string;
  to: "turnOff" | "newCodes";
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { email, to, onClose, onCodes } = props;
  const remove = useAction(api.account.secondFactor.remove);
  const renew = useAction(api.account.secondFactor.renewRecovery);
  const { errors, refuse } = useErrors<"password" | "code">();
  const isOff = to === "turnOff";

  const send = async (form: HTMLFormElement) => {
    const password = fieldOf(form, "password");
    const code = fieldOf(form, "code");
    const isWrong = refuse(form, {
      password: password === "" && setUp.enterPassword,
      code: code === "" && strings.enterCode,
    });
    if (isWrong) return undefined;
    const given = { password, code, device: deviceSecret() };
    const { failed } = profile.account;
    if (isOff) {
      const turned = () => showSuccess(strings.offDone);
      return await whyNot(words, failed, () => remove(given), turned);
    }
    const why = await whyNot(
      words,
      failed,
      () => renew(given),
      ({ recoveryCodes }) => onCodes(recoveryCodes),
    );
    // The codes are in its place now.
    return why ?? undefined;
  };

  return (
    <FormWindow
      title={isOff ? strings.offTitle : strings.codesTitle}
      description={isOff ? strings.offMeaning : strings.codesMeaning}
      width="form"
      verb={isOff ? turnOff : strings.codesVerb}
      tone={isOff ? "danger" : "primary"}
      send={send}
      onClose={onClose}
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
    </FormWindow>
  );
}
