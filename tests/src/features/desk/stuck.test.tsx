/** What sticks below the header shrinks there and frees its space. jsdom has no layout: the test sets the frame's. */
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useStuck } from "../../../../src/features/desk/use-stuck.ts";
import { draw, FakeBackend } from "../../fake-backend.tsx";
import { act } from "../../act.ts";

const FULL = 300;
const SMALL = 90;
let look: () => void;
let drawAgain: () => void;
let place: { top: number; full: number };

function Frame({ position }: { position: "sticky" | "static" }) {
  const { frame, stuck } = useStuck();
  const [drawn, setDrawn] = useState(0);
  drawAgain = () => setDrawn(drawn + 1);
  return (
    <div ref={frame} style={{ position }} data-small={stuck}>
      {drawn}
    </div>
  );
}

const frame = () => document.querySelector<HTMLElement>("[data-small]");
const state = () => [frame()?.dataset["small"], frame()?.style.marginBottom];
/** Scrolls the page until the frame is there. */
const scrollTo = async (top: number) => {
  place.top = top;
  await act(async () => look());
};

beforeEach(() => {
  place = { top: 200, full: FULL };
  class Observer {
    constructor(seen: () => void) {
      look = seen;
    }
    observe = vi.fn();
    disconnect = vi.fn();
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get");
  height.mockImplementation(function (this: HTMLElement) {
    return this.dataset["small"] === "true" ? SMALL : place.full;
  });
  const box = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  box.mockImplementation(() => new DOMRect(0, place.top));
});

test("an element stuck below the header shrinks without moving the content after it, and is full again in place", async () => {
  await draw(new FakeBackend(), <Frame position="sticky" />);
  await scrollTo(200);
  expect(state()).toEqual(["false", ""]);
  await scrollTo(72);
  expect(state()).toEqual(["true", `${FULL - SMALL}px`]);
  // Scrolled on and drawn again: it is already small, and its full height is still known.
  await scrollTo(72);
  await act(async () => drawAgain());
  expect(state()).toEqual(["true", `${FULL - SMALL}px`]);
  await scrollTo(200);
  expect(state()).toEqual(["false", ""]);
});

test("the full height is the one that the element had last", async () => {
  await draw(new FakeBackend(), <Frame position="sticky" />);
  place.full = FULL + 120;
  await scrollTo(72);
  expect(state()).toEqual(["true", `${FULL + 120 - SMALL}px`]);
});

test("an element that does not stick stays unchanged at any scroll position", async () => {
  await draw(new FakeBackend(), <Frame position="static" />);
  await scrollTo(-500);
  expect(state()).toEqual(["false", ""]);
});
