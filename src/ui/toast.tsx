/**
 * Short messages at the top. Never the only place of an error that needs an
 * action. Headless, because the library's own look injects style elements,
 * which our content security policy would have to allow.
 */
import { CircleAlert, CircleCheck } from "lucide-react";
import { createPortal } from "react-dom";
import {
  resolveValue,
  toast,
  useToaster,
  type Toast,
} from "react-hot-toast/headless";
import { cn } from "../lib/cn";
import { everyone } from "../strings/everyone";
import { Spinner } from "./spinner";
import { overWindows } from "./pass-focus";
import { offerArea, type Pace } from "./toast-area";

/** product.md S3: 20 are kept (the library's own limit), three are shown. */
const VISIBLE = 3;

/** How long messages stay, in ms; one at work stays until it is dismissed. */
const staying = (duration: number, success: number) => ({
  duration,
  success: { duration: success },
  loading: { duration: Infinity },
});

/** product.md S3. */
const PACES = {
  public: staying(4_000, 2_000),
  owner: staying(5_000, 3_000),
};

/** In the middle of the content, below an admin's bar (`--bar`). Owners' headers stay in sight: below them where there is no room between what they hold. */
const PLACES = {
  public: "top-3",
  // On a tablet between the shop's name with its tags and the state of the connection.
  owner:
    "top-[calc(4.75rem+var(--bar))] sm:top-[calc(0.75rem+var(--bar))] sm:max-lg:justify-items-end sm:max-lg:pr-34 [body:has([data-sidebar])_&]:left-16 [body:has([data-sidebar=wide])_&]:left-64",
};

/** Says that something worked. @returns the message's id */
export function showSuccess(message: string): string {
  return toast.success(message);
}

/** Says that something did not work; spoken at once. @returns the message's id */
export function showError(message: string): string {
  // One id for one text: a button pressed ten times says it once.
  return toast.error(message, {
    id: message,
    ariaProps: { role: "alert", "aria-live": "assertive" },
  });
}

/** Says that something is under way. Returns what takes it off again. */
export function showBusy(message: string): () => void {
  const id = toast.loading(message);
  return () => toast.remove(id);
}

/** The offer on the screen: what its Undo does, and until when it stands, epoch ms. */
let offered: { id: string; press: () => void; until: number } | null = null;

/** A button of a message: its words, and what a press does. */
export type ToastAction = { label: string; press: () => void };

/**
 * Says that something worked and can be taken back.
 * @param forMs how long the offer stands
 * @param others what else can be done about it; they stand before Undo
 * @returns the message's id
 */
export function showUndoable(
  message: string,
  forMs: number,
  undo: () => void,
  others: readonly ToastAction[] = [],
): string {
  // A newer action replaces the offer: only the newest can be undone. Each has an id of its own: the library removes a
  // message by its id a second after it has gone, and would take the next one of the same name with it.
  hideUndoable();
  const actions = [...others, { label: everyone.undo, press: undo }];
  const id = toast.success(
    () => (
      <>
        <span>{message}</span>
        <span className="-mr-2 flex flex-wrap">
          {actions.map(({ label, press }) => (
            <button
              key={label}
              type="button"
              className="min-h-11 rounded-sm px-3 font-bold underline underline-offset-4"
              onClick={() => {
                hideUndoable();
                press();
              }}
            >
              {label}
            </button>
          ))}
        </span>
      </>
    ),
    { duration: forMs },
  );
  offered = { id, press: undo, until: Date.now() + forMs };
  return id;
}

/** Takes a message off the screen before its time. @param id as the showing returned it */
export function hideToast(id: string): void {
  toast.dismiss(id);
}

/** Takes the undo offer off the screen: it was used, or something newer has happened. */
export function hideUndoable(): void {
  if (offered !== null) hideToast(offered.id);
  offered = null;
}

/** As a press on the Undo that is on the screen; nothing where there is none. */
export function pressUndoable(): void {
  if (offered === null || offered.until <= Date.now()) return;
  const { press } = offered;
  hideUndoable();
  press();
}

/** Where toasts appear; once per page. Hover or focus stops their clocks. @param pace whose page it is */
export function Toasts({ pace }: { pace: Pace }) {
  const { toasts, handlers } = useToaster(PACES[pace]);
  const shown = toasts.filter((one) => one.visible).slice(0, VISIBLE);
  return createPortal(
    <div
      {...overWindows}
      className={cn(
        "pointer-events-none fixed inset-x-0 z-50 grid justify-items-center gap-2 px-3 print:hidden",
        PLACES[pace],
      )}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {shown.map((one) => (
        <ToastBar key={one.id} shown={one} />
      ))}
    </div>,
    document.body,
  );
}

offerArea((pace) => <Toasts pace={pace} />);

function ToastBar({ shown }: { shown: Toast }) {
  const Icon = shown.type === "error" ? CircleAlert : CircleCheck;
  return (
    <div
      {...shown.ariaProps}
      className="pointer-events-auto flex min-h-12 max-w-[min(100%,30rem)] arrive items-center gap-3 rounded-md bg-ink py-1 pr-4 pl-4 font-semibold text-canvas shadow-float sm:max-lg:max-w-96"
    >
      {shown.type === "loading" ? (
        <Spinner />
      ) : (
        <Icon
          className={cn(
            "size-5 shrink-0",
            shown.type === "error" ? "text-inverse-bad" : "text-inverse-ok",
          )}
          aria-hidden="true"
        />
      )}
      {resolveValue(shown.message, shown)}
    </div>
  );
}
