/** A window with a form that it sends. Windows of several steps use dialog-form.tsx directly. */
import { useState, type ReactNode } from "react";
import { Dialog } from "./dialog";
import { DialogForm } from "./dialog-form";

/** Mounted while it is open. `send` resolves with the reason for a failure, or null to close. */
export function FormWindow(props: {
  title: string;
  description?: ReactNode;
  verb: string;
  isKept?: boolean;
  send: (form: FormData) => Promise<string | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, description, verb, isKept, send, onClose, children } = props;
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
