/** A confirmation before a destructive action. All other actions offer Undo instead. */
import { useEffect, useId, useState, type ReactNode } from "react";
import { useLate } from "../../lib/late";
import { everyone as strings } from "../../strings/everyone";
import { parts } from "../../strings/parts";
import { Button } from "../button";
import { Window } from "./window";

type Props = {
  open: boolean;
  title: string;
  question: string;
  /** Further information for the decision, such as who is affected. */
  children?: ReactNode;
  verb: string;
  /** The other button's text, where 'Cancel' could be read as the verb. */
  stay?: string;
  busyText?: string;
  /** primary: for a question about money, where nothing is destroyed. quiet: staying is the main button. */
  tone?: "danger" | "primary" | "quiet";
  /** The window is busy until its promise is fulfilled: with null it closes, a text is why it failed. */
  onConfirm: () => unknown;
  onCancel: () => void;
};

/** On a dead connection there may be no answer. */
const SLOW_MS = 5_000;

/** Focus is on Cancel, Esc means Cancel, at first not while it is busy, and the confirming button repeats the verb of the question. */
export function Confirm({ open, ...props }: Props) {
  return open ? <Opened {...props} /> : null;
}

function Opened({
  title,
  question,
  children,
  verb,
  stay = parts.cancel,
  busyText = strings.processing,
  tone = "danger",
  onConfirm,
  onCancel,
}: Omit<Props, "open">) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isLate = useLate();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  const confirm = async () => {
    setBusy(true);
    setRefusal(null);
    const whyNot = await onConfirm();
    if (isLate(whyNot)) return;
    if (whyNot === null) onCancel();
    setRefusal(typeof whyNot === "string" ? whyNot : null);
    setBusy(false);
  };
  const cancel = () => {
    if (!busy || isSlow) onCancel();
  };
  return (
    <Window
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      first="[data-cancel]"
      onEscape={cancel}
      className="overflow-y-auto p-6 md:max-w-md"
    >
      <h2 id={`${id}-title`} className="text-xl font-extrabold tracking-tight">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-ink-2">
        {question}
      </p>
      {children && <div className="mt-4">{children}</div>}
      {refusal !== null && (
        <p role="alert" className="mt-3 font-semibold text-danger-text">
          {refusal}
        </p>
      )}
      <p role="status" className="mt-3 text-ink-2 empty:sr-only">
        {isSlow && parts.stillSending}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button
          data-cancel=""
          variant={tone === "quiet" ? "primary" : "secondary"}
          onClick={cancel}
        >
          {stay}
        </Button>
        <Button
          variant={tone === "quiet" ? "secondary" : tone}
          busy={busy}
          busyText={busyText}
          onClick={() => void confirm()}
        >
          {verb}
        </Button>
      </div>
    </Window>
  );
}
