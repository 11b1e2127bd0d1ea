/** Where the keyboard's focus goes when the row that had it changes or is gone: to what comes next there, never to the top of the page. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { focusNextAction, personAt } from "./rows";
import type { Board } from "../types";

/** Takes the focus from code only, when nothing else is left (ui/pass-focus). */
const isLeftOver = (element: Element | null) =>
  element === null || element === document.body || element.id === "main";

/** Whether a window has it for a moment; it gives it back. */
const isInWindow = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("[role='dialog'], [role='alertdialog']") !== null;

/** @param board with each change of which the rows may have changed */
export function useKeptFocus(board: Board | null | undefined): void {
  /** Whose row was focused or pressed last. */
  const at = useRef<string | null>(null);

  useEffect(() => {
    const follow = ({ type, target }: Event) => {
      if (isInWindow(target)) return;
      if (type === "focusin" && isLeftOver(target as Element | null)) return;
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
  }, [board]);
}
