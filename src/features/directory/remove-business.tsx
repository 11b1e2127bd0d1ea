/** Deletes a business as an admin: the consequences, its name typed, and the progress. */
import { useAction, useQuery } from "convex/react";
import { useState } from "react";
import { isNameTyped } from "../../../convex/privacy/rules/erasure";
import { useConfirmed } from "../../lib/server/confirmed";
import { fieldOf, focusFirstInvalid } from "../../lib/read-form";
import { directory } from "../../strings/admin/directory";
import { isolated } from "../../strings/language/intl";
import { Dialog, firstFocus } from "../../ui/windows/dialog";
import { DialogForm } from "../../ui/windows/dialog-form";
import { Field } from "../../ui/fields/field";
import { showSuccess } from "../../ui/toast";
import { api } from "../../../convex/_generated/api";

import { ErasureNote } from "./erasure-note";
import type { Listed } from "./types";
import { useCall } from "./use-call";

const { remove: strings } = directory;

export function RemoveBusiness({
  business: { businessId, name },
  onClose,
  onGone,
}: {
  business: Pick<Listed, "businessId" | "name">;
  onClose: () => void;
  onGone: () => void;
}) {
  const remove = useAction(api.admin.directory.remove);
  const confirmed = useConfirmed();
  const erasure = useQuery(api.admin.directory.business, {
    businessId,
  })?.erasure;
  const { busy, refusal, send } = useCall(strings.failed);
  const [error, setError] = useState<string | null>(null);

  const submit = async (businessName: string, form: HTMLFormElement) => {
    const isRight = isNameTyped(businessName, name);
    setError(isRight ? null : strings.nameWrong);
    if (!isRight) return focusFirstInvalid(form);
    const given = { businessId, businessName };
    const done = await send(() => confirmed(() => remove(given)));
    if (done === null) return;
    showSuccess(strings.done);
    onGone();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.title(isolated(name))}
      description={strings.cannotUndo}
    >
      <DialogForm
        verb={strings.confirm}
        tone="danger"
        busy={busy}
        refusal={refusal}
        onSubmit={(form) => void submit(fieldOf(form, "businessName"), form)}
        onCancel={onClose}
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
          error={error}
        />
      </DialogForm>
    </Dialog>
  );
}
