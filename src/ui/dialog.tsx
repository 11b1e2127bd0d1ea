/** Windows over the page, for the signed-in part only: public pages use ui/native-dialog and load none of this. */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useRef, type ReactNode } from "react";
import { cn } from "../lib/cn";
import { IconButton } from "./button";

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

/** Put on a form inside a window that ends with Escape by itself. */
export const ownEscape = { "data-own-escape": "" };

/**
 * Where the focus was, and the way back to it: the library only knows the
 * way to a trigger of its own, and our windows are opened by state.
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
      if (from.current instanceof HTMLElement) {
        // A button in the sticky sidebar would move the page otherwise.
        from.current.focus({ preventScroll: true });
      }
    },
  };
}

function isInEditing(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("[data-own-escape]") !== null
  );
}

/** Focus goes in, stays in, and returns where it came from; Esc closes. */
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
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          className={cn(windowClass, widths[width])}
          {...focusReturn}
          onEscapeKeyDown={(event) => {
            // The key ends what is being edited, and not the whole window.
            if (isInEditing(event.target)) event.preventDefault();
          }}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <div className="flex items-start gap-4 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-xl font-extrabold tracking-tight">
                {title}
              </Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-0.5 text-ink-2">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={X} className="-mt-1 -mr-2" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
