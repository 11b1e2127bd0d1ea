/** The motion of a list of people: who comes appears, who goes leaves to the left (leaving-row.ts), who gets another place glides there, nobody else moves. look.md §5. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { leave } from "./leaving-row";
import type { Person } from "../types";

const MOVED = { duration: 320, easing: "cubic-bezier(.2,.8,.2,1)" };
const CAME = { duration: 200, easing: "ease-out" };

/** Where the top of a row is, px. */
type Row = { element: HTMLElement; was: number | undefined; is: number };
/** What of the list is in the window, px below its top. */
type Seen = { from: number; to: number };

/** @param list what the rows (rows.ts) are in; it has a position of its own (`relative`) */
export function useRowMotion(
  list: RefObject<HTMLElement | null>,
  people: readonly Person[],
): void {
  /** Each row, and how far below the list's top it began; null before the first drawing. */
  const before = useRef<Map<string, Row> | null>(null);
  /** Where the list began in the window before what has just been drawn, px. */
  const top = useRef(0);
  const order = people.map(({ ticketId }) => ticketId).join();

  useLayoutEffect(() => {
    const from = before.current;
    const found = list.current?.querySelectorAll<HTMLElement>("[data-person]");
    // All are looked at before one is moved: a look after a motion lays the page out anew.
    const rows = Array.from(found ?? [], (element): Row => {
      const was = from?.get(idOf(element))?.is;
      // Unlike a rectangle it does not know of motions under way.
      return { element, was, is: element.offsetTop };
    });
    const now = new Map(rows.map((row) => [idOf(row.element), row]));
    before.current = now;
    // By itself the browser scrolls as far as rows above the window have gone: what is in it stays where it is.
    const shift = topOf(list) - top.current;
    top.current += shift;
    if (from === null || isStill()) return;
    const seen = { from: -top.current, to: window.innerHeight - top.current };
    const moving = rows.filter((row) => isSeen(row, seen));
    const gone = [...from].filter(([id]) => !now.has(id));
    for (const [, { element, is }] of gone) {
      if (is >= seen.from && is < seen.to) leave(list.current, element, is);
    }
    moving.forEach((row) => move(row, shift));
  }, [list, order]);

  useEffect(() => {
    const note = () => {
      top.current = topOf(list);
    };
    note();
    window.addEventListener("scroll", note, { passive: true });
    return () => window.removeEventListener("scroll", note);
  }, [list]);
}

const topOf = (list: RefObject<HTMLElement | null>) =>
  list.current?.getBoundingClientRect().top ?? 0;
const idOf = (row: HTMLElement) => row.dataset["person"] ?? "";

function isStill(): boolean {
  return (
    !("animate" in Element.prototype) ||
    window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/**
 * Whether a row is in the window somewhere on its way. A long line moves with each call, and a motion that nobody sees
 * costs as much as one that is seen.
 */
function isSeen({ element, was, is }: Row, { from, to }: Seen): boolean {
  const [first, last] = [Math.min(was ?? is, is), Math.max(was ?? is, is)];
  return first < to && last + element.offsetHeight > from;
}

function move({ element, was, is }: Row, shift: number): void {
  if (was === undefined) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], CAME);
  } else if (was !== is && is - was + shift !== 0) {
    const start = `translateY(${was - is}px)`;
    element.animate([{ transform: start }, { transform: "none" }], MOVED);
  }
}
