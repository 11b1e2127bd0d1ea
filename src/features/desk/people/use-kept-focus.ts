/** Moves the keyboard focus when its row changes or disappears, never to the top of the page. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { focusNextAction, personAt } from "./rows";
import type { Counter } from "../counter-view";

/** `main` takes the focus only from code, when nothing else is left (ui/pass-focus). */
const isLeftOver = (element: Element | null) =>
  element === null || element === document.body || element.id === "main";

const isInWindow = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("[role='dialog'], [role='alertdialog']") !== null;

export function useKeptFocus(counter: Counter | undefined): void {
  const at = useRef<string | null>(null);

  useEffect(() => {
    const follow = ({ type, target }: Event) => {
      if (isInWindow(target)) return;
      if (type === "focusin" && isLeftOver(target as Element | null)) {
        // A window about this person closes after their row has moved.
        if (at.current !== null) focusNextAction(at.current);
        return;
      }
      at.current = personAt(target);
    };
    document.addEventListener("focusin", follow);
    document.addEventListener("pointerdown", follow);
    return () => {
      document.removeEventListener("focusin", follow);
      document.removeEventListener("pointerdown", follow);
    };
  }, []);

  useLayoutEffect(() => {
    if (at.current === null || !isLeftOver(document.activeElement)) return;
    focusNextAction(at.current);
  }, [counter]);
}
