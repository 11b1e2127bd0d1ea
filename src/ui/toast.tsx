/** Short messages at the top. Headless: the library's own look injects styles, which our CSP blocks. */
import { CircleAlert, CircleCheck } from "lucide-react";
import { createPortal } from "react-dom";
import {
  resolveValue,
  toast,
  useToaster,
  type Toast,
} from "react-hot-toast/headless";
import { cn } from "../lib/cn";
import { tellLateBy } from "../lib/late";
import { parts } from "../strings/parts";
import { Spinner } from "./spinner";
import { overWindows } from "./pass-focus";
import { offerArea, type Pace } from "./toast-area";

/** product.md S3: 20 are kept (the library's own limit), three are shown. */
const VISIBLE = 3;

/** How long messages stay, in ms. A busy one stays until it is dismissed. */
const staying = (duration: number, success: number) => ({
  duration,
  success: { duration: success },
  loading: { duration: Infinity },
});

const PACES = {
  public: staying(4_000, 2_000),
  owner: staying(5_000, 3_000),
};

/** Centred over the content, below an admin's bar (`--bar`). */
const PLACES = {
  public: "top-3",
  // Below the header with the shop's name and the connection's state.
  owner:
    "top-[calc(4.25rem+var(--bar))] low:top-[calc(0.75rem+var(--bar))] [[data-frame=plain]_&]:top-3 [[data-menu=narrow]_&]:left-[4rem] [[data-menu=wide]_&]:left-64",
};

/** Shows a success. @returns the message's id */
export function showSuccess(message: string): string {
  return toast.success(message);
}

/** Shows an error; announced at once. @returns the message's id */
export function showError(message: string): string {
  // One id per text: a button pressed ten times shows it once.
  return toast.error(message, { id: message });
}

/** Shows that work is in progress. @returns a function that removes the message */
export function showBusy(message: string): () => void {
  const id = toast.loading(message);
  return () => toast.remove(id);
}

/** The offer on screen: its Undo, and its end, epoch ms. */
let offered: { id: string; press: () => void; until: number } | null = null;

/** A success that can be undone for `forMs`. @returns the message's id */
export function showUndoable(
  message: string,
  forMs: number,
  undo: () => void,
): string {
  // Each needs its own id: the library removes a message by id a second after it has gone, and would remove the next
  // one of the same id too.
  hideUndoable();
  const id = toast.success(
    () => (
      <>
        <span>{message}</span>
        <span className="-mr-2 flex flex-wrap">
          <button
            type="button"
            className="min-h-11 rounded-sm px-3 font-bold underline underline-offset-4"
            onClick={pressUndoable}
          >
            {parts.undo}
          </button>
        </span>
      </>
    ),
    { duration: forMs },
  );
  offered = { id, press: undo, until: Date.now() + forMs };
  return id;
}

export function hideToast(id: string): void {
  toast.dismiss(id);
}

export function hideUndoable(): void {
  if (offered !== null) hideToast(offered.id);
  offered = null;
}

export function pressUndoable(): void {
  if (offered === null || offered.until <= Date.now()) return;
  const { press } = offered;
  hideUndoable();
  press();
}

/** The place for toasts; once per page. Hover or focus stops their clocks. */
export function Toasts({ pace }: { pace: Pace }) {
  const { toasts, handlers } = useToaster(PACES[pace]);
  const shown = toasts.filter((one) => one.visible).slice(0, VISIBLE);
  const bars = (isError: boolean) =>
    shown
      .filter(({ type }) => (type === "error") === isError)
      .map((one) => <ToastBar key={one.id} shown={one} />);
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
      {bars(true)}
      {/* Always rendered: of new elements, screen readers announce only alerts. Each message is read once. */}
      <div
        role="status"
        aria-atomic="false"
        className="grid justify-items-center gap-2"
      >
        {bars(false)}
      </div>
    </div>,
    document.body,
  );
}

offerArea((pace) => <Toasts pace={pace} />);
tellLateBy(showError);

function ToastBar({ shown }: { shown: Toast }) {
  const Icon = shown.type === "error" ? CircleAlert : CircleCheck;
  return (
    <div
      role={shown.type === "error" ? "alert" : undefined}
      className="pointer-events-auto flex min-h-12 max-w-[min(100%,30rem)] arrive items-center gap-3 rounded-md border-2 border-transparent bg-ink py-1 pr-4 pl-4 font-semibold text-canvas shadow-float"
    >
      {shown.type === "loading" ? (
        <Spinner />
      ) : (
        <Icon
          className={cn(
            "size-5 shrink-0",
            shown.type === "error" ? "text-inverse-bad" : "text-inverse-ok",
          )}
        />
      )}
      {resolveValue(shown.message, shown)}
    </div>
  );
}
