/** A tap is meant for what stood there before: after a shift the list takes none for 400 ms. */
import { useRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useSettling } from "../../../../../src/features/desk/people/use-settling.ts";
import { readText } from "../../../read.ts";
import { draw, FakeBackend, find } from "../../../fake-backend.tsx";
import { pass } from "../../../fake-session.tsx";
import { useState } from "react";
import { act } from "../../../act.ts";

let show: (rows: string) => Promise<void>;

function List() {
  const [rows, setRows] = useState("abc");
  const list = useRef<HTMLUListElement>(null);
  show = async (next) => await act(async () => setRows(next));
  useSettling(list, [...rows]);
  return <ul ref={list}>{rows}</ul>;
}
const isSettling = () => find("ul").hasAttribute("data-settling");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await draw(new FakeBackend(), <List />);
});

test.each([
  ["somebody left", "bc"],
  ["somebody came in between", "axbc"],
  ["two changed places", "acb"],
  ["the last left", "ab"],
])(
  "after a shift taps are taken again 400 ms later: %s",
  async (_why, rows) => {
    expect(isSettling()).toBe(false);
    await show(rows);
    expect(isSettling()).toBe(true);
    await pass(399);
    expect(isSettling()).toBe(true);
    await pass(1);
    expect(isSettling()).toBe(false);
  },
);

test("a second shift begins the time anew", async () => {
  await show("bc");
  await pass(300);
  await show("c");
  await pass(399);
  expect(isSettling()).toBe(true);
  await pass(1);
  expect(isSettling()).toBe(false);
});

test("a newcomer at the end, or nothing new, takes no tap away", async () => {
  await show("abcd");
  expect(isSettling()).toBe(false);
  await show("abcd");
  expect(isSettling()).toBe(false);
});

test("the style sheet covers the rows meanwhile", () => {
  expect(readText("src/features/desk/counter.css")).toMatch(
    /\[data-settling\]::after[^{]*\{[^}]*position: absolute;[^}]*inset: 0;/,
  );
});
