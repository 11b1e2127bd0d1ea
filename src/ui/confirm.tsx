/** A question before something that hurts. Everything else is undone afterwards instead of confirmed before. */
import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../lib/cn";
import { everyone as texts } from "../texts/everyone";
import { Button } from "./button";
import { scrimClass, useFocusReturn, windowClass } from "./dialog";

/** Focus is on Cancel, Esc means Cancel, and the confirming button repeats the verb of the question. */
export function Confirm({
  open,
  title,
  question,
  children,
  verb,
  busyText = texts.processing,
  busy,
  tone = "danger",
  onConfirm,
  onCancel,
}: {
  open: boolean;
  title: string;
  question: string;
  /** More to know before deciding, such as who is affected. */
  children?: ReactNode;
  verb: string;
  busyText?: string;
  busy: boolean;
  /** primary: for a question about money, where nothing is destroyed. */
  tone?: "danger" | "primary";
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const focusReturn = useFocusReturn();
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => !next && !busy && onCancel()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={scrimClass} />
        <AlertDialog.Content
          className={cn(windowClass, "overflow-y-auto p-6 md:max-w-md")}
          {...focusReturn}
        >
          <AlertDialog.Title className="text-xl font-extrabold tracking-tight">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 break-words text-ink-2">
            {question}
          </AlertDialog.Description>
          {children && <div className="mt-4">{children}</div>}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button>{texts.cancel}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={tone}
              busy={busy}
              busyText={busyText}
              onClick={onConfirm}
            >
              {verb}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
