/** The list of a menu on wide screens, in the browser's top layer. No library: every first load would carry it. */
import { type LucideIcon } from "lucide-react";
import {
  Fragment,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { cn } from "../lib/cn";

export type MenuItem = {
  label: string;
  icon: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  /** Of the group that begins with it. */
  heading?: string;
};

const ITEM = "[role='menuitem']";

/** The list's distance from its button and from the window's edge, px. */
const GAP = 4;

function place(list: HTMLElement, button: HTMLElement): void {
  list.showPopover();
  const { top, bottom, right } = button.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const below = bottom + GAP;
  const fits = below + height <= window.innerHeight - GAP;
  list.style.top = `${Math.max(GAP, fits ? below : top - GAP - height)}px`;
  list.style.left = `${Math.max(GAP, right - width)}px`;
}

/** Mounted while it is open. Arrows move; Esc and losing the focus close it. */
export function MenuList(props: {
  label: string;
  items: readonly MenuItem[];
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onLeave: () => void;
}) {
  const { label, items, button, onClose, onLeave } = props;
  const list = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    if (list.current === null || button.current === null) return;
    place(list.current, button.current);
    list.current.querySelector<HTMLElement>(ITEM)?.focus();
    // It would stay behind while its row scrolls away.
    const scrolled = () => leave();
    window.addEventListener("scroll", scrolled, { capture: true });
    return () =>
      window.removeEventListener("scroll", scrolled, { capture: true });
  }, [button]);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const entries = [
      ...event.currentTarget.querySelectorAll<HTMLElement>(ITEM),
    ];
    const at = entries.findIndex((one) => one === document.activeElement);
    const next = {
      ArrowDown: entries[at + 1] ?? entries[0],
      ArrowUp: entries.at(at - 1),
      Home: entries[0],
      End: entries.at(-1),
    }[event.key];
    if (event.key === "Escape") {
      // A window below it stays open.
      event.stopPropagation();
      event.preventDefault();
      onClose();
    } else if (next !== undefined) {
      event.preventDefault();
      next.focus();
    }
  };
  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      aria-label={label}
      onKeyDown={press}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A press on the button already closes it.
        if (relatedTarget === button.current) return;
        if (!currentTarget.contains(relatedTarget)) onLeave();
      }}
      className="fixed inset-auto m-0 min-w-56 arrive rounded-md border border-line bg-surface p-1.5 text-ink shadow-float"
    >
      {items.map((item, at) => (
        <Fragment key={item.label}>
          {(item.danger || item.heading !== undefined) && at > 0 && (
            <div role="separator" className="my-1.5 h-px bg-line" />
          )}
          {item.heading !== undefined && (
            <p className="px-3 py-1 text-sm text-ink-2">{item.heading}</p>
          )}
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              // First, because a window that it opens returns the focus to the element that has it now.
              onClose();
              item.onSelect();
            }}
            onPointerMove={({ currentTarget }) => currentTarget.focus()}
            className={cn(
              "flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left font-medium focus:bg-brand-soft focus:outline-2 focus:-outline-offset-2 focus:outline-focus",
              item.danger && "text-danger-text",
            )}
          >
            <item.icon className={cn("size-5", !item.danger && "text-ink-2")} />
            {item.label}
          </button>
        </Fragment>
      ))}
    </div>
  );
}
