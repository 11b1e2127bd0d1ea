/** The base of dialogs and confirmations. The page behind is inert until it closes. */
import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ChangeEventHandler,
  type FocusEventHandler,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import { cn } from "../../lib/cn";
import { isEscape } from "../escape";
import { focusWhatIsLeft } from "../pass-focus";
import { onBack } from "./on-back";

/** Long words wrap too. In a low window all of it scrolls. */
const windowClass =
  "arrive fixed z-40 flex flex-col bg-surface wrap-break-word shadow-float outline-none low:block low:overflow-y-auto";
/** A sheet from the bottom on phones, centred from 768 px on. */
const sheetClass =
  "inset-x-0 bottom-0 max-h-[94dvh] w-full rounded-t-xl md:inset-0 md:m-auto md:h-fit md:max-h-[88dvh] md:rounded-xl";
/** At the edge where the menu is. */
const sideClass = "inset-y-0 left-0 w-64 max-w-full";

type Props = {
  role: "dialog" | "alertdialog";
  labelledBy: string;
  describedBy: string | undefined;
  /** The selector of what gets the focus first. Without one it is the heading, or the window itself. */
  first?: string;
  onEscape: (pressedOn: EventTarget | null) => void;
  onOutside?: () => void;
  onFocus?: FocusEventHandler;
  onChange?: ChangeEventHandler;
  side?: boolean;
  className?: string;
  children: ReactNode;
};

/** Open while mounted. Afterwards the focus returns to its element, or to the remaining content. */
export function Window({ onEscape, onOutside, ...props }: Props) {
  const { first = "[data-first-focus]" } = props;
  const content = useRef<HTMLDivElement>(null);
  const escape = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    const opened = content.current;
    if (opened === null) return;
    const giveBack = takeOver(opened);
    const find = (what: string) => opened.querySelector<HTMLElement>(what);
    (find(first) ?? find("h2[tabindex]") ?? opened).focus();
    // On the document, because the focused element may be gone.
    const press = (event: KeyboardEvent) => {
      const isCovered = opened.closest("[inert]") !== null;
      if (!isEscape(event) || isCovered) return;
      // Or the browser takes it as back, too.
      event.preventDefault();
      escape(event.target);
    };
    document.addEventListener("keydown", press);
    const endBack = onBack(() => escape(null));
    return () => {
      document.removeEventListener("keydown", press);
      endBack();
      giveBack();
    };
  }, [first]);
  return createPortal(
    <div>
      <div
        className="fixed inset-0 z-40 appear bg-scrim"
        onPointerDown={onOutside}
        // The focus stays where it is.
        onMouseDown={(event) => event.preventDefault()}
      />
      <div
        ref={content}
        role={props.role}
        aria-modal="true"
        aria-labelledby={props.labelledBy}
        aria-describedby={props.describedBy}
        tabIndex={-1}
        onFocus={props.onFocus}
        onChange={props.onChange}
        className={cn(
          windowClass,
          props.side ? sideClass : sheetClass,
          props.className,
        )}
      >
        {props.children}
      </div>
    </div>,
    document.body,
  );
}

/** Open windows. While there is one, base.css stops the page's scrolling: `:has` would be matched at each change. */
let openWindows = 0;

function countWindows(more: 1 | -1): void {
  openWindows += more;
  document.documentElement.toggleAttribute("data-covered", openWindows > 0);
}

function takeOver(content: HTMLElement): () => void {
  countWindows(1);
  const from = document.activeElement;
  const rest = [...document.body.children].filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement &&
      !one.contains(content) &&
      !one.inert &&
      !("overWindows" in one.dataset),
  );
  for (const one of rest) one.inert = true;
  return () => {
    countWindows(-1);
    for (const one of rest) one.inert = false;
    // Without this, focusing a button in the sticky sidebar scrolls the page.
    if (from instanceof HTMLElement && from.isConnected)
      from.focus({ preventScroll: true });
    // The element that opened the window may be gone or disabled by now.
    const { activeElement } = document;
    if (activeElement === document.body || content.contains(activeElement))
      focusWhatIsLeft(content);
  };
}
