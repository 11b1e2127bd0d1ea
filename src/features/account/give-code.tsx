/** The code that was sent to an address: a new address or the current one (product.md A12, A14). */
import { useAction, useQuery } from "convex/react";
import { useEffect, useRef } from "react";
import { api } from "../../../convex/_generated/api";
import { whyNot } from "../../lib/server/use-call";
import { fieldOf, useErrors } from "../../lib/read-form";
import { account } from "../../strings/account";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { DialogForm } from "../../ui/windows/dialog-form";
import { Field } from "../../ui/fields/field";
import { showSuccess } from "../../ui/toast";

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
  const { errors, refuse } = useErrors<"code">();
  const field = useRef<HTMLInputElement>(null);
  // After the window, which by then has recorded the previous focus.
  useEffect(() => field.current?.focus(), []);

  const send = async (form: HTMLFormElement) => {
    const code = fieldOf(form, "code").replace(/\s/g, "");
    const wrong = code === "" && strings.enterCode;
    if (refuse(form, { code: wrong })) return undefined;
    const isDone = () => showSuccess(done);
    return await whyNot(words, strings.failed, () => finish({ code }), isDone);
  };

  return (
    <DialogForm verb={verb} send={send} onDone={onClose} onCancel={onClose}>
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
        error={errors.code}
      />
    </DialogForm>
  );
}
