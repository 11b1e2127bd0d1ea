/** The code that was sent to an address: a new address or the current one (product.md A12, A14). */
import { useAction, useQuery } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { fieldOf, focusFirstInvalid } from "../../lib/read-form";
import { account } from "../../strings/account";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { DialogForm } from "../../ui/windows/dialog-form";
import { Field } from "../../ui/fields/field";
import { showSuccess } from "../../ui/toast";
import { useCredentialCall } from "./credential-call";

const { account: strings } = profile;

export function GiveCode(props: {
  email: string;
  sent: string;
  verb: string;
  done: string;
  onClose: () => void;
}) {
  const { email, sent, verb, done, onClose } = props;
  const finish = useAction(api.account.credentials.finishEmailChange);
  const services = useQuery(api.account.deployment.current);
  const { busy, refusal, send } = useCredentialCall(words);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // After the window, which by then has recorded the previous focus.
  useEffect(() => field.current?.focus(), []);

  const submit = async (form: HTMLFormElement) => {
    const code = fieldOf(form, "code").replace(/\s/g, "");
    setError(code === "" ? strings.enterCode : undefined);
    if (code === "") {
      focusFirstInvalid(form);
      return;
    }
    if (await send(() => finish({ code }))) {
      showSuccess(done);
      onClose();
    }
  };

  return (
    <DialogForm
      verb={verb}
      busy={busy}
      refusal={refusal}
      onSubmit={(form) => void submit(form)}
      onCancel={onClose}
    >
      <p className="text-ink-2" role="status">
        {sent}{" "}
        <b className="wrap-anywhere text-ink">
          <bdi>{email}</bdi>
        </b>
      </p>
      {services?.mail === "standIn" && (
        <p className="text-ink-2">{account.mailStandIn}</p>
      )}
      <Field
        ref={field}
        label={strings.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={account.codeHint}
        maxLength={20}
        error={error}
      />
    </DialogForm>
  );
}
