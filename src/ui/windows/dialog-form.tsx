/** The form in a window: fields, the reason for a refusal, Cancel and the submit button. */
import { useState, type FormEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useLate } from "../../lib/late";
import { focusFirstWrong } from "../../lib/read-form";
import { useFreshness } from "../../lib/server/connection";
import { everyone } from "../../strings/everyone";
import { parts } from "../../strings/parts";
import { OfflineBanner } from "../live";
import { Button } from "../button";
import { FormError } from "../fields/form-error";

export type FormProps = {
  verb: string;
  tone?: "primary" | "danger";
  /** Without a connection it is kept and sent later. */
  isKept?: boolean;
  /** Resolves with why it failed; undefined where the fields say it. */
  send: (form: HTMLFormElement) => Promise<string | null | undefined>;
  children: ReactNode;
};

/** @param onDone where `send` resolves with null, unless the window was closed meanwhile */
export function DialogForm(
  props: FormProps & { onDone?: () => void; onCancel: () => void },
) {
  const { verb, tone = "primary", isKept = false } = props;
  const { send, onDone, onCancel, children } = props;
  const isLate = useLate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { live } = useFreshness();
  const canSend = live || isKept;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    const form = event.currentTarget;
    const whyNot = await send(form);
    if (isLate(whyNot)) return;
    // At once: the reason takes the focus when it is rendered.
    flushSync(() => {
      setRefusal(whyNot ?? null);
      setBusy(false);
    });
    // A wrong field before the reason.
    if (focusFirstWrong(form) === null && whyNot) typeAgain(form);
    if (whyNot === null) onDone?.();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex min-h-0 flex-col"
    >
      <div className="-mt-1.5 grid auto-rows-max grid-cols-1 gap-5 overflow-y-auto px-4 pt-1.5 pb-5 md:px-6">
        <FormError message={refusal} />
        {!canSend && <OfflineBanner />}
        {children}
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-4 md:px-6">
        <Button size="field" onClick={onCancel}>
          {parts.cancel}
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

/** A wrong PIN or password is typed over, because it cannot be read. The reason is announced without the focus. */
function typeAgain(form: HTMLFormElement): void {
  const [only, ...others] = form.querySelectorAll("input, select, textarea");
  if (!(only instanceof HTMLInputElement) || others.length > 0) return;
  if (only.type !== "password") return;
  only.focus();
  only.select();
}
