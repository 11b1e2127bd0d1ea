/** Deletes an account (product.md A10): shows the consequences, asks for the business's name and the password. */
import { useAction, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { whyNot } from "../../lib/server/use-call";
import { isNameTyped } from "../../../convex/privacy/rules/erasure";
import { deviceSecret } from "../../lib/device";
import { isolated } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { FormWindow } from "../../ui/windows/form-window";
import type { Me } from "../../lib/account/me";
import { CurrentPassword } from "./current-password";
import { fieldOf, useErrors } from "../../lib/read-form";

const { deletion: strings } = profile;

export function DeleteAccount(props: {
  business: NonNullable<Me["business"]>;
  ending: (is: boolean) => void;
  onGone: () => void;
  onClose: () => void;
}) {
  const { ending, onGone, onClose } = props;
  const { name, subscription } = props.business;
  const pays =
    subscription.currentPeriodEnd !== null || subscription.state === "pastDue";
  const end = useAction(api.privacy.erase.ownAccount);
  const queues = useQuery(api.desk.queues.list);
  const { errors, refuse } = useErrors<"businessName" | "password">();
  const people = (queues ?? []).reduce(
    (sum, queue) =>
      sum +
      queue.waitingCount +
      queue.scheduledCount +
      queue.calledCount +
      queue.servingCount,
    0,
  );

  const send = async (form: HTMLFormElement) => {
    const businessName = fieldOf(form, "businessName");
    const password = fieldOf(form, "password");
    const isTyped = isNameTyped(businessName, name);
    const isWrong = refuse(form, {
      businessName: !isTyped && words.refusalText({ code: "nameNotTyped" }),
      password: password === "" && strings.enterPassword,
    });
    if (isWrong) return undefined;
    const given = { businessName, password, device: deviceSecret() };
    ending(true);
    const { failed } = profile.account;
    const why = await whyNot(words, failed, () => end(given), onGone);
    if (why !== null) ending(false);
    // It stays until the page is gone.
    return why ?? undefined;
  };

  return (
    <FormWindow
      title={strings.question(isolated(name))}
      description={strings.cannotUndo}
      width="form"
      verb={strings.confirm}
      tone="danger"
      send={send}
      onClose={onClose}
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
        error={errors.businessName}
      />
      <CurrentPassword label={strings.password} error={errors.password} />
    </FormWindow>
  );
}
