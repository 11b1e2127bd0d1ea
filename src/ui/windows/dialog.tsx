/** A window with a title and content. */
import { X } from "lucide-react";
import { useId, useRef, type ReactNode } from "react";
import { parts } from "../../strings/parts";
import { IconButton } from "../icon-button";
import { Window } from "./window";

const widths = {
  confirm: "md:max-w-md",
  form: "md:max-w-lg",
  editor: "md:max-w-2xl",
  wide: "md:max-w-3xl",
} as const;

/** For the field that a window is opened for. Without one the heading gets the focus. */
export const firstFocus = { "data-first-focus": "" };

/** For a form inside a window that Escape ends on its own. */
export const ownEscape = { "data-own-escape": "" };

function isInEditing(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("[data-own-escape]") !== null
  );
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Of a form: other boxes and lists apply at once. */
const isChoice = (it: EventTarget) =>
  (it instanceof HTMLSelectElement ||
    (it instanceof HTMLInputElement && /checkbox|radio/.test(it.type))) &&
  it.form !== null;

const isTextField = (it: EventTarget): it is TextField =>
  it instanceof HTMLInputElement || it instanceof HTMLTextAreaElement;

type Props = {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  width?: keyof typeof widths;
  /** It shows what cannot be seen again, so a tap beside it does not close it. */
  isShownOnce?: boolean;
  children: ReactNode;
};

/**
 * Open while mounted. Focus goes to the first field or the heading, stays in, and returns where it came from. Esc closes
 * it, and a tap beside it that loses nothing (product.md S21).
 */
export function Dialog(props: Props) {
  const { onClose, title, description, width = "form", children } = props;
  const { isShownOnce = false } = props;
  const id = useId();
  /** The text of each field before anything was typed there. */
  const before = useRef(new Map<TextField, string>());
  const chosen = useRef(new Set<Node>());
  const isChanged = () =>
    [...chosen.current].some((field) => field.isConnected) ||
    [...before.current].some(
      ([field, text]) => field.isConnected && field.value !== text,
    );
  return (
    <Window
      role="dialog"
      labelledBy={`${id}-title`}
      describedBy={description === undefined ? undefined : `${id}-text`}
      onEscape={(pressedOn) => {
        // The key ends the editing, not the whole window.
        if (!isInEditing(pressedOn)) onClose();
      }}
      onOutside={() => {
        if (!isShownOnce && !isChanged()) onClose();
      }}
      onFocus={({ target }) => {
        if (isTextField(target) && !before.current.has(target))
          before.current.set(target, target.value);
      }}
      onChange={({ target }) => {
        if (isChoice(target)) chosen.current.add(target);
      }}
      className={widths[width]}
    >
      <div className="flex items-start gap-4 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
        <div className="min-w-0 flex-1">
          <h2
            id={`${id}-title`}
            tabIndex={-1}
            className="text-xl font-extrabold tracking-tight outline-none"
          >
            {title}
          </h2>
          {description !== undefined && (
            <p id={`${id}-text`} className="mt-0.5 text-ink-2">
              {description}
            </p>
          )}
        </div>
        <IconButton
          label={parts.close}
          icon={X}
          className="-mt-1 -mr-2"
          onClick={onClose}
        />
      </div>
      {children}
    </Window>
  );
}
