/** A window that asks for something and sends it. The form is dialog-form.tsx; windows of several steps put one after the other into a dialog. */
import { useState, type ReactNode } from "react";
import { Dialog } from "./dialog";
import { DialogForm } from "./dialog-form";

/** Mounted while it is open. @param isKept as in DialogForm; `send` resolves with why it was not done, or null: then the window closes */
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
