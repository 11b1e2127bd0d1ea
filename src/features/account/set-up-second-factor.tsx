/** Turns a second factor on: the password, then the key for an app and its first code. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { deviceSecret } from "../../lib/device";
import { whyNot } from "../../lib/server/use-call";
import { profile } from "../../strings/profile";
import { secondFactor } from "../../strings/second-factor";
import * as words from "../../strings/refusals/second-factor";
import { Dialog, firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { TextArea } from "../../ui/fields/text-area";
import { showSuccess } from "../../ui/toast";
import { DialogForm } from "../../ui/windows/dialog-form";
import { CurrentPassword } from "./current-password";
import { fieldOf, useErrors } from "../../lib/read-form";
import { QrCode } from "../../ui/qr-code";

const { setUp: strings, turnOn } = secondFactor;
const { failed } = profile.account;

type Key = { secret: string; url: string };
type Props = {
  email: string;
  onClose: () => void;
  onDone: (codes: readonly string[]) => void;
};

export function SetUpSecondFactor({ email, onClose, onDone }: Props) {
  const [key, setKey] = useState<Key | null>(null);
  return (
    <Dialog onClose={onClose} title={strings.title}>
      {key === null ? (
        <AskPassword email={email} onClose={onClose} onKey={setKey} />
      ) : (
        <ShowKey keyOf={key} onClose={onClose} onDone={onDone} />
      )}
    </Dialog>
  );
}

function AskPassword(props: {
  email: string;
  onClose: () => void;
  onKey: (key: Key) => void;
}) {
  const { email, onClose, onKey } = props;
  const begin = useAction(api.account.secondFactor.begin);
  const { errors, refuse } = useErrors<"password">();
  const send = async (form: HTMLFormElement) => {
    const password = fieldOf(form, "password");
    const wrong = password === "" && strings.enterPassword;
    if (refuse(form, { password: wrong })) return undefined;
    const given = { password, device: deviceSecret() };
    return await whyNot(words, failed, () => begin(given), onKey);
  };
  return (
    <DialogForm verb={strings.next} send={send} onCancel={onClose}>
      <CurrentPassword
        {...firstFocus}
        label={strings.password}
        email={email}
        error={errors.password}
      />
    </DialogForm>
  );
}

function ShowKey(props: Omit<Props, "email"> & { keyOf: Key }) {
  const { onClose, onDone } = props;
  const { secret, url } = props.keyOf;
  const confirm = useAction(api.account.secondFactor.confirm);
  const { errors, refuse } = useErrors<"code">();
  const send = async (form: HTMLFormElement) => {
    const code = fieldOf(form, "code");
    const wrong = code === "" && strings.enterCode;
    if (refuse(form, { code: wrong })) return undefined;
    return await whyNot(
      words,
      failed,
      () => confirm({ code }),
      ({ recoveryCodes }) => {
        showSuccess(strings.done);
        onDone(recoveryCodes);
      },
    );
  };
  return (
    <DialogForm verb={turnOn} send={send} onCancel={onClose}>
      <p className="text-ink-2">{strings.scan}</p>
      <QrCode
        value={url}
        size={184}
        aria-label={strings.picture}
        className="mx-auto shrink-0 rounded-sm"
      />
      <TextArea
        label={strings.key}
        readOnly
        value={grouped(secret)}
        onFocus={(event) => event.target.select()}
      />
      <Field
        label={strings.code}
        hint={strings.codeHint}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
        error={errors.code}
      />
    </DialogForm>
  );
}

/** Groups of four, for typing. Apps ignore the spaces. */
function grouped(text: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(" ");
}
