/** Only visible rows glide, and the page is laid out once. jsdom has no layout: rows are 50 px high here. */
import { useRef, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { rowOf } from "../../../../../src/features/desk/people/rows.ts";
import type { Person } from "../../../../../src/features/desk/types.ts";
import { useRowMotion } from "../../../../../src/features/desk/people/use-row-motion.ts";
import { draw, FakeBackend } from "../../../fake-backend.tsx";
import { person } from "../../../samples.ts";
import { act } from "../../../act.ts";

const HEIGHT = 50;
/** Measurements and moves of rows, in order. */
let done: { what: "look" | "move"; number: number; keyframes?: unknown }[];
let show: (people: Person[]) => void;
const line = Array.from({ length: 100 }, (_, place) => person(place + 1));

function List() {
  const list = useRef<HTMLUListElement>(null);
  const [people, setPeople] = useState(line);
  show = setPeople;
  useRowMotion(list, people);
  return (
    <ul ref={list}>
      {people.map(({ ticketId, number }) => (
        <li key={ticketId} {...rowOf(ticketId)}>
          {number}
        </li>
      ))}
    </ul>
  );
}

const numberIn = (row: Element) => Number(row.textContent);
const moved = () => done.filter(({ what }) => what === "move");

beforeEach(() => {
  done = [];
  vi.stubGlobal("innerHeight", 4 * HEIGHT);
  const looks = vi.spyOn(HTMLElement.prototype, "offsetTop", "get");
  looks.mockImplementation(function (this: HTMLElement) {
    if (this.tagName !== "LI") return 0;
    done.push({ what: "look", number: numberIn(this) });
    return (
      Array.from(this.parentElement?.children ?? []).indexOf(this) * HEIGHT
    );
  });
  const heights = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get");
  heights.mockImplementation(function (this: HTMLElement) {
    done.push({ what: "look", number: numberIn(this) });
    return HEIGHT;
  });
  Element.prototype.animate = function (this: Element, keyframes) {
    done.push({ what: "move", number: numberIn(this), keyframes });
    return { finished: Promise.resolve() } as unknown as Animation;
  };
  return () => {
    vi.restoreAllMocks();
    delete (Element.prototype as Partial<Element>).animate;
  };
});

test("a call of the first moves the visible rows up by one, after all were measured", async () => {
  await draw(new FakeBackend(), <List />);
  done = [];
  await act(async () => show(line.slice(1)));
  expect(moved().map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  const up = [{ transform: "translateY(50px)" }, { transform: "none" }];
  expect(moved()[1]?.keyframes).toEqual(up);
  const lastLook = done.findLastIndex(({ what }) => what === "look");
  expect(lastLook).toBeLessThan(done.findIndex(({ what }) => what === "move"));
});

test("a newcomer fades in, and a row that passes through the window is animated", async () => {
  await draw(new FakeBackend(), <List />);
  done = [];
  const [first, ...rest] = line;
  const come = person(101);
  await act(async () => show([come, ...rest, first ?? come]));
  const what = Object.fromEntries(
    moved().map(({ number, keyframes }) => [number, keyframes]),
  );
  expect(Object.keys(what)).toEqual(["1", "101"]);
  expect(what[101]).toEqual([{ opacity: 0 }, { opacity: 1 }]);
});

test("the first drawing and an unchanged list do not move", async () => {
  await draw(new FakeBackend(), <List />);
  await act(async () => show([...line]));
  expect(moved()).toEqual([]);
});

test("a leaving row is animated as an inert copy that disappears at the end", async () => {
  const ends: (() => void)[] = [];
  Element.prototype.animate = () =>
    ({ finished: new Promise<void>((end) => ends.push(end)) }) as never;
  await draw(new FakeBackend(), <List />);
  await act(async () => show(line.filter(({ number }) => number !== 3)));
  const picture = document.querySelector<HTMLElement>("[aria-hidden]");
  expect(picture).toMatchObject({ textContent: "3", inert: true });
  expect(picture?.style.top).toBe("100px");
  expect(document.querySelectorAll("[data-person]")).toHaveLength(99);
  await act(async () => ends.forEach((end) => end()));
  expect(document.querySelector("[aria-hidden]")).toBeNull();
});

test("rows that the browser keeps in place while scrolling do not move; others do", async () => {
  const scrollTo = (y: number) => {
    vi.stubGlobal("scrollY", y);
    const box = new DOMRect(0, -y);
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(
      box,
    );
  };
  scrollTo(1_000);
  await draw(new FakeBackend(), <List />);
  await act(async () => window.dispatchEvent(new Event("scroll")));
  done = [];
  scrollTo(1_000 - HEIGHT);
  await act(async () => show(line.slice(1)));
  expect(moved()).toEqual([]);
  // Here the scroll position stays, so the rows move up.
  await act(async () => show(line.slice(2)));
  expect(moved().length).toBeGreaterThan(3);
});

test("a row that leaves below the window is not animated", async () => {
  await draw(new FakeBackend(), <List />);
  done = [];
  await act(async () => show(line.slice(0, 99)));
  expect(moved()).toEqual([]);
});
