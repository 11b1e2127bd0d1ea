/** Deletes an account (product.md A10): shows the consequences, asks for the business's name and the password. */
import { useAction, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { isNameTyped } from "../../../convex/privacy/rules/erasure";
import { deviceSecret } from "../../lib/device";
import { isolated } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { Dialog, firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { useCredentialCall } from "./credential-call";
import { DialogForm } from "../../ui/windows/dialog-form";
import { CurrentPassword } from "./current-password";
import { fieldOf, useErrors } from "../../lib/read-form";

const { deletion: strings } = profile;

type Errors = { name?: string; password?: string };

export function DeleteAccount(props: {
  name: string;
  pays: boolean;
  ending: (is: boolean) => void;
  onGone: () => void;
  onClose: () => void;
}) {
  const { name, pays, ending, onGone, onClose } = props;
  const end = useAction(api.privacy.erase.ownAccount);
  const queues = useQuery(api.desk.queues.list);
  const { busy, refusal, send } = useCredentialCall(words);
  const { errors, refuse } = useErrors<Errors>();
  const people = (queues ?? []).reduce(
    (sum, queue) =>
      sum +
      queue.waitingCount +
      queue.scheduledCount +
      queue.calledCount +
      queue.servingCount,
    0,
  );

  const submit = async (form: HTMLFormElement) => {
    const businessName = fieldOf(form, "businessName");
    const password = fieldOf(form, "password");
    const found: Errors = {
      ...(!isNameTyped(businessName, name) && {
        name: words.refusalText({ code: "nameNotTyped" }),
      }),
      ...(password === "" && { password: strings.enterPassword }),
    };
    if (refuse(form, found)) return;
    const given = { businessName, password, device: deviceSecret() };
    ending(true);
    const isDone = (await send(() => end(given))) !== null;
    if (isDone) onGone();
    else ending(false);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.question(isolated(name))}
      description={strings.cannotUndo}
    >
      <DialogForm
        verb={strings.confirm}
        tone="danger"
        busy={busy}
        refusal={refusal}
        onSubmit={(form) => void submit(form)}
        onCancel={onClose}
      >
        <ul className="grid list-disc gap-1.5 ps-5 text-ink-2">
          <li>{strings.meaning}</li>
          {people > 0 && <li>{strings.people(people)}</li>}
          {pays && <li>{strings.subscription}</li>}
        </ul>
        <Field
          {...firstFocus}
          label={strings.typeName(isolated(name))}
          name="businessName"
          autoComplete="off"
          dir="auto"
          error={errors.name}
        />
        <CurrentPassword label={strings.password} error={errors.password} />
      </DialogForm>
    </Dialog>
  );
}
