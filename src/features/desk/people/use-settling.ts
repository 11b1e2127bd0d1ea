/** Ignores taps for a moment after rows have moved: such a tap was meant for what was there before. */
import { useLayoutEffect, useRef, type RefObject } from "react";

/** Longer than between seeing and tapping. */
const SETTLING_MS = 400;

/** @param rows ids of what is shown, in order; newcomers at the end move nobody */
export function useSettling(
  list: RefObject<HTMLElement | null>,
  rows: readonly string[],
): void {
  const before = useRef<readonly string[] | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const shown = before.current;
    before.current = rows;
    const stays = (id: string, at: number) => rows[at] === id;
    if (shown === null || shown.every(stays)) return;
    window.clearTimeout(timer.current);
    timer.current = settle(list.current);
  });
}

/** counter.css covers the rows in the meantime. @returns the timer of its end */
function settle(element: HTMLElement | null): number {
  element?.setAttribute("data-settling", "");
  const end = () => element?.removeAttribute("data-settling");
  return window.setTimeout(end, SETTLING_MS);
}
