/** A window that asks for something and sends it: fields, what was refused, two buttons. */
import { CircleAlert } from "lucide-react";
import { useState, type FormEvent, type ReactNode } from "react";
import { everyone } from "../texts/everyone";
import { Banner } from "./banner";
import { Button } from "./button";
import { Dialog } from "./dialog";

/** Mounted while it is open. @param send resolves with why it was not done, or null: then the window closes */
export function FormWindow({
  title,
  description,
  verb,
  send,
  onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  verb: string;
  send: (form: FormData) => Promise<string | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    const whyNot = await send(new FormData(event.currentTarget));
    if (whyNot === null) {
      onClose();
      return;
    }
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
      <form
        onSubmit={(event) => void submit(event)}
        className="grid gap-5 overflow-y-auto px-4 pt-1 pb-5 md:px-6 md:pb-6"
      >
        {children}
        {refusal !== null && (
          <Banner tone="danger" icon={CircleAlert}>
            {refusal}
          </Banner>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="lg" onClick={onClose}>
            {everyone.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={busy}
            busyText={everyone.processing}
          >
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
