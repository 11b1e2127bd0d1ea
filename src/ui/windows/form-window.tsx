/**
 * A window with a form that it sends. The form is in dialog-form.tsx. Windows of several steps use that one directly.
 */
import { useState, type ReactNode } from "react";
import { Dialog } from "./dialog";
import { DialogForm } from "./dialog-form";

/**
 * Mounted while it is open. @param isKept as in DialogForm; `send` resolves with the reason for a failure, or null to
 * close
 */
export function FormWindow({
  title,
  description,
  verb,
  isKept,
  send,
  onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  verb: string;
  isKept?: boolean;
  send: (form: FormData) => Promise<string | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setRefusal(null);
    const whyNot = await send(new FormData(form));
    if (whyNot === null) return onClose();
    setRefusal(whyNot);
    setBusy(false);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      width="confirm"
    >
      <DialogForm
        verb={verb}
        isKept={isKept}
        busy={busy}
        refusal={refusal}
        onSubmit={(form) => void submit(form)}
        onCancel={onClose}
      >
        {children}
      </DialogForm>
    </Dialog>
  );
}
