/** Deletes a business as an admin: the consequences, its name typed, and the progress. */
import { useAction, useQuery } from "convex/react";
import { isNameTyped } from "../../../convex/privacy/rules/erasure";
import { useConfirmed } from "../../lib/server/confirmed";
import { fieldOf, useErrors } from "../../lib/read-form";
import { directory } from "../../strings/admin/directory";
import { isolated } from "../../strings/language/intl";
import { firstFocus } from "../../ui/windows/dialog";
import { FormWindow } from "../../ui/windows/form-window";
import { Field } from "../../ui/fields/field";
import { showSuccess } from "../../ui/toast";
import { api } from "../../../convex/_generated/api";

import { ErasureNote } from "./erasure-note";
import type { Listed } from "./types";
import { whyNot } from "../../lib/server/use-call";
import * as words from "./refusals";

const { remove: strings } = directory;

export function RemoveBusiness(props: {
  business: Pick<Listed, "businessId" | "name">;
  onClose: () => void;
  onGone: () => void;
}) {
  const { business, onClose, onGone } = props;
  const { businessId, name } = business;
  const remove = useAction(api.admin.directory.remove);
  const confirmed = useConfirmed();
  const erasure = useQuery(api.admin.directory.business, {
    businessId,
  })?.erasure;
  const { errors, refuse } = useErrors<"businessName">();

  const send = async (form: HTMLFormElement) => {
    const businessName = fieldOf(form, "businessName");
    const wrong = !isNameTyped(businessName, name) && strings.nameWrong;
    if (refuse(form, { businessName: wrong })) return undefined;
    const given = { businessId, businessName };
    const why = await whyNot(
      words,
      strings.failed,
      () => confirmed(() => remove(given)),
      (ended) => {
        if (ended === null) return;
        showSuccess(strings.done);
        onGone();
      },
    );
    // Cancelling the password does not close it.
    return why ?? undefined;
  };

  return (
    <FormWindow
      title={strings.title(isolated(name))}
      description={strings.cannotUndo}
      width="form"
      verb={strings.confirm}
      tone="danger"
      send={send}
      onClose={onClose}
    >
      {erasure && <ErasureNote erasure={erasure} />}
      <ul className="grid list-disc gap-1.5 ps-5 text-ink-2">
        {strings.consequences.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <Field
        {...firstFocus}
        label={strings.typeName(isolated(name))}
        name="businessName"
        autoComplete="off"
        dir="auto"
        error={errors.businessName}
      />
    </FormWindow>
  );
}
