/** Windows over the page, for the signed-in part only: public pages use ui/native-dialog and load none of this. */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useRef, type ReactNode } from "react";
import { cn } from "../lib/cn";
import { everyone as texts } from "../texts/everyone";
import { IconButton } from "./button";
import { focusWhatIsLeft } from "./pass-focus";

const widths = {
  confirm: "md:max-w-md",
  form: "md:max-w-lg",
  wide: "md:max-w-3xl",
} as const;

/** The look of a window: a sheet from the bottom on phones, centred from 768 px on. */
export const windowClass =
  "arrive fixed inset-x-0 bottom-0 z-40 flex max-h-[94dvh] w-full flex-col rounded-t-xl bg-surface shadow-float md:inset-0 md:m-auto md:h-fit md:max-h-[88dvh] md:rounded-xl";

/** What darkens the page behind a window. */
export const scrimClass = "appear fixed inset-0 z-40 bg-scrim";

/** Put on the field that a window is opened for; without one the focus begins at the heading. */
export const firstFocus = { "data-first-focus": "" };

/** Put on a form inside a window that ends with Escape by itself. */
export const ownEscape = { "data-own-escape": "" };

/**
 * Where the focus was, and the way back to it: the library only knows the
 * way to a trigger of its own, and our windows are opened by state. Inside a
 * window `autoFocus` would be earlier than the looking: see `firstFocus`.
 * @returns what the window's content takes
 */
export function useFocusReturn() {
  const from = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      from.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (from.current instanceof HTMLElement && from.current.isConnected) {
        // A button in the sticky sidebar would move the page otherwise.
        from.current.focus({ preventScroll: true });
      }
      // What opened the window may be gone, or disabled, because of it.
      if (document.activeElement === document.body) focusWhatIsLeft();
    },
  };
}

const FIRST_FOCUS = "[data-first-focus]";

function isInEditing(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("[data-own-escape]") !== null
  );
}

/** Focus goes to the first field or the heading, stays in, and returns where it came from; Esc closes. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width = "form",
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  width?: keyof typeof widths;
  children: ReactNode;
}) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          className={cn(windowClass, widths[width])}
          onCloseAutoFocus={onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            onOpenAutoFocus();
            const content = event.target as HTMLElement;
            const first = content.querySelector<HTMLElement>(FIRST_FOCUS);
            (first ?? heading.current)?.focus();
          }}
          onEscapeKeyDown={(event) => {
            // The key ends what is being edited, and not the whole window.
            if (isInEditing(event.target)) event.preventDefault();
          }}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <div className="flex items-start gap-4 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
            <div className="min-w-0 flex-1">
              <Radix.Title
                ref={heading}
                tabIndex={-1}
                className="text-xl font-extrabold tracking-tight outline-none"
              >
                {title}
              </Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-0.5 text-ink-2">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton
                label={texts.close}
                icon={X}
                className="-mt-1 -mr-2"
              />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
