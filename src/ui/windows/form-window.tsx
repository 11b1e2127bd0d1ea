/** A window with a form that it sends. Windows of several steps use dialog-form.tsx directly. */
import type { ReactNode } from "react";
import { Dialog } from "./dialog";
import { DialogForm, type FormProps } from "./dialog-form";

/** Mounted while it is open. It closes where `send` resolves with null. */
export function FormWindow(
  props: FormProps & {
    title: string;
    description?: ReactNode;
    width?: "confirm" | "form";
    onClose: () => void;
  },
) {
  const { title, description, width = "confirm", onClose, ...form } = props;
  return (
    <Dialog {...{ onClose, title, description, width }}>
      <DialogForm {...form} onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}
