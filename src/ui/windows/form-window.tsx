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
  const send: FormProps["send"] = async (given) => {
    const whyNot = await form.send(given);
    if (whyNot === null) onClose();
    return whyNot;
  };
  return (
    <Dialog {...{ onClose, title, description, width }}>
      <DialogForm {...form} send={send} onCancel={onClose} />
    </Dialog>
  );
}
