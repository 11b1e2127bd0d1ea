/** Turns a second factor on: the password, then the key for an app and its first code. */
import { useAction } from "convex/react";
import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { deviceSecret } from "../../lib/device";
import { secondFactor } from "../../strings/second-factor";
import * as words from "../../strings/refusals/second-factor";
import { Dialog, firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { TextArea } from "../../ui/fields/text-area";
import { showSuccess } from "../../ui/toast";
import { useCredentialCall } from "./credential-call";
import { DialogForm } from "../../ui/windows/dialog-form";
import { CurrentPassword } from "./current-password";
import { fieldOf, focusFirstInvalid } from "../../lib/read-form";

const { setUp: strings, turnOn } = secondFactor;

type Key = { secret: string; url: string };
type Props = {
  email: string;
  onClose: () => void;
  onDone: (codes: readonly string[]) => void;
};

export function SetUpSecondFactor({ email, onClose, onDone }: Props) {
  const [key, setKey] = useState<Key | null>(null);
  return (
    <Dialog open onClose={onClose} title={strings.title}>
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
  const { busy, refusal, send } = useCredentialCall(words);
  const [error, setError] = useState<string | null>(null);
  const submit = async (form: HTMLFormElement) => {
    const password = fieldOf(form, "password");
    setError(password === "" ? strings.enterPassword : null);
    if (password === "") {
      focusFirstInvalid(form);
      return;
    }
    const given = { password, device: deviceSecret() };
    const begun = await send(() => begin(given));
    if (begun !== null) onKey(begun);
  };
  return (
    <DialogForm
      verb={strings.next}
      busy={busy}
      refusal={refusal}
      onSubmit={(form) => void submit(form)}
      onCancel={onClose}
    >
      <CurrentPassword
        {...firstFocus}
        label={strings.password}
        email={email}
        error={error}
      />
    </DialogForm>
  );
}

function ShowKey({
  keyOf: { secret, url },
  onClose,
  onDone,
}: {
  keyOf: Key;
  onClose: () => void;
  onDone: Props["onDone"];
}) {
  const confirm = useAction(api.account.secondFactor.confirm);
  const { busy, refusal, send } = useCredentialCall(words);
  const [error, setError] = useState<string | null>(null);
  const submit = async (form: HTMLFormElement) => {
    const code = fieldOf(form, "code");
    setError(code === "" ? strings.enterCode : null);
    if (code === "") {
      focusFirstInvalid(form);
      return;
    }
    const done = await send(() => confirm({ code }));
    if (done === null) return;
    showSuccess(strings.done);
    onDone(done.recoveryCodes);
  };
  return (
    <DialogForm
      verb={turnOn}
      busy={busy}
      refusal={refusal}
      onSubmit={(form) => void submit(form)}
      onCancel={onClose}
    >
      <p className="text-ink-2">{strings.scan}</p>
      <QRCodeSVG
        value={url}
        size={184}
        level="M"
        marginSize={4}
        fgColor="var(--code)"
        bgColor="var(--code-paper)"
        role="img"
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
        error={error}
      />
    </DialogForm>
  );
}

/** Groups of four, for typing. Apps ignore the spaces. */
function grouped(text: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(" ");
}
