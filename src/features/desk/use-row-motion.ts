/** The motion of a list of people: who comes appears, who gets another place glides there, nobody else moves. look.md §5. */
import { useLayoutEffect, useRef, type RefObject } from "react";
import type { Person } from "./types";

const MOVED = { duration: 320, easing: "cubic-bezier(.2,.8,.2,1)" };
const CAME = { duration: 200, easing: "ease-out" };

/** @param list what the rows (rows.ts) are in */
export function useRowMotion(
  list: RefObject<HTMLElement | null>,
  people: readonly Person[],
): void {
  /** How far below the list's top each row began; null before the first drawing. */
  const before = useRef<Map<string, number> | null>(null);
  const order = people.map(({ ticketId }) => ticketId).join();

  useLayoutEffect(() => {
    const from = before.current;
    const to = new Map<string, number>();
    before.current = to;
    const rows = list.current?.querySelectorAll<HTMLElement>("[data-person]");
    const top = list.current?.offsetTop ?? 0;
    const isStill = !("animate" in Element.prototype) || reducesMotion();
    for (const row of rows ?? []) {
      const id = row.dataset["person"] ?? "";
      // Unlike a rectangle it does not know of motions under way.
      const is = row.offsetTop - top;
      to.set(id, is);
      if (from === null || isStill) continue;
      const was = from.get(id);
      if (was === undefined) {
        row.animate([{ opacity: 0 }, { opacity: 1 }], CAME);
      } else if (was !== is) {
        const start = `translateY(${was - is}px)`;
        row.animate([{ transform: start }, { transform: "none" }], MOVED);
      }
    }
  }, [list, order]);
}

function reducesMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
