/** The browser's own dialog, for public pages: no library to download. */
import { useEffect, useId, useRef, type ReactNode } from "react";

/** Modal; focus goes to the element with `autoFocus`, Esc closes, the page behind cannot be reached. */
export function NativeDialog({
  open,
  onClose,
  title,
  text,
  error = null,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  text: string;
  error?: string | null;
  /** The buttons, two of them. */
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-xl bg-surface p-4 wrap-break-word text-ink shadow-float backdrop:bg-scrim sm:p-6"
    >
      <h2 id={`${id}-title`} className="text-xl font-extrabold tracking-tight">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-ink-2">
        {text}
      </p>
      {error !== null && (
        <p role="alert" className="mt-3 font-semibold text-danger-text">
          {error}
        </p>
      )}
      <div className="mt-6 grid grid-cols-2 gap-3">{children}</div>
    </dialog>
  );
}
