/** The form in a window: fields, the reason for a refusal, Cancel and the submit button. */
import type { FormEvent, ReactNode } from "react";
import { useFreshness } from "../../lib/server/connection";
import { everyone } from "../../strings/everyone";
import { OfflineBanner } from "../live";
import { Button } from "../button";
import { FormError } from "../fields/form-error";

/** `isKept`: without a connection it is kept and sent later. */
export function DialogForm(props: {
  verb: string;
  tone?: "primary" | "danger";
  isKept?: boolean;
  busy: boolean;
  refusal: string | null;
  onSubmit: (form: HTMLFormElement) => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { verb, tone = "primary", isKept = false, busy, refusal } = props;
  const { onSubmit, onCancel, children } = props;
  const { live } = useFreshness();
  const canSend = live || isKept;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSubmit(event.currentTarget);
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="grid auto-rows-max grid-cols-1 gap-5 overflow-y-auto px-4 pb-5 md:px-6">
        <FormError message={refusal} />
        {!canSend && <OfflineBanner />}
        {children}
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-4 md:px-6">
        <Button size="field" onClick={onCancel}>
          {everyone.cancel}
        </Button>
        <Button
          type="submit"
          variant={tone}
          size="field"
          disabled={!canSend}
          busy={busy}
          busyText={everyone.processing}
        >
          {verb}
        </Button>
      </div>
    </form>
  );
}
