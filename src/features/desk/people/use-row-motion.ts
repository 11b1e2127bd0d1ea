/** Animates a list of people: new rows fade in, removed rows leave to the left, moved rows glide (the design, §5). */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { Person } from "../types";

const MOVED = { duration: 320, easing: "cubic-bezier(.2,.8,.2,1)" };
const CAME = { duration: 200, easing: "ease-out" };

type Row = { element: HTMLElement; was: number | undefined; is: number };
type Seen = { from: number; to: number };

/** @param list contains the rows (rows.ts) and must be positioned (`relative`) */
export function useRowMotion(
  list: RefObject<HTMLElement | null>,
  people: readonly Person[],
): void {
  const before = useRef<Map<string, Row> | null>(null);
  const top = useRef(0);
  const order = people.map(({ ticketId }) => ticketId).join();

  useLayoutEffect(() => {
    const from = before.current;
    const found = list.current?.querySelectorAll<HTMLElement>("[data-person]");
    // Measure all rows before moving any: measuring after a motion forces another layout.
    const rows = Array.from(found ?? [], (element): Row => {
      const was = from?.get(idOf(element))?.is;
      // Unlike a client rectangle, it ignores running animations.
      return { element, was, is: element.offsetTop };
    });
    const now = new Map(rows.map((row) => [idOf(row.element), row]));
    before.current = now;
    // The browser's scroll anchoring makes up for rows removed above the window, so visible rows stay in place.
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
    // Of the list's own scroller, too.
    const options = { capture: true, passive: true };
    window.addEventListener("scroll", note, options);
    return () => window.removeEventListener("scroll", note, options);
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

/** A long line moves with each call, and invisible animations cost the same. */
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

const OUT = [
  { opacity: 1, transform: "none" },
  { opacity: 0, transform: "translateX(-25%)" },
];

/** A copy of the row, which is out of the document, slides out to the left. `top` was its distance from the list's, px. */
function leave(list: HTMLElement | null, row: HTMLElement, top: number) {
  if (list === null) return;
  const picture = row.cloneNode(true) as HTMLElement;
  // The copy is not a person's row: it cannot be pressed and is not read out.
  delete picture.dataset["person"];
  picture.inert = true;
  picture.ariaHidden = "true";
  Object.assign(picture.style, {
    position: "absolute",
    ...{ top: `${top}px`, left: "0", right: "0" },
    pointerEvents: "none",
  });
  list.append(picture);
  const { finished } = picture.animate(OUT, MOVED);
  const remove = () => picture.remove();
  void finished.then(remove, remove);
}
