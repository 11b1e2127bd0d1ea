/** Moves the keyboard focus when its row or button changes or disappears, never to the top of the page. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { PAUSE } from "../queue/pause-or-late";
import { focusNextAction, personAt } from "./rows";
import type { Counter } from "../counter-view";

/** `main` takes the focus only from code, when nothing else is left (ui/pass-focus). */
const isLeftOver = (element: Element | null) =>
  element === null || element === document.body || element.id === "main";

const isInWindow = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("[role='dialog'], [role='alertdialog']") !== null;

const isPause = (target: EventTarget | null) =>
  target instanceof Element && target.closest(PAUSE) !== null;

export function useKeptFocus(counter: Counter | undefined): void {
  const at = useRef<string | null>(null);
  const onPause = useRef(false);

  useEffect(() => {
    const follow = ({ type, target }: Event) => {
      if (isInWindow(target)) return;
      if (type === "focusin" && isLeftOver(target as Element | null)) {
        // A window about this person closes after their row has moved.
        if (at.current !== null) focusNextAction(at.current);
        return;
      }
      at.current = personAt(target);
      onPause.current = isPause(target);
    };
    document.addEventListener("focusin", follow);
    document.addEventListener("pointerdown", follow);
    return () => {
      document.removeEventListener("focusin", follow);
      document.removeEventListener("pointerdown", follow);
    };
  }, []);

  useLayoutEffect(() => {
    if (!isLeftOver(document.activeElement)) return;
    if (at.current !== null) focusNextAction(at.current);
    else if (onPause.current)
      document.querySelector<HTMLElement>(PAUSE)?.focus();
  }, [counter]);
}
