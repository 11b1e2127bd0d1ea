/** Which page a tap on a notification leads to (public/sw.js). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { root } from "./tree.ts";

const ORIGIN = "https://yourturn.example";
const script = readFileSync(join(root, "public/sw.js"), "utf8");

/** @param open the addresses of the open pages @returns the page that a tap focuses or opens */
async function tap(path: string, open: string[]) {
  type Listener = (event: object) => void;
  const listeners = new Map<string, Listener>();
  const focus = vi.fn<(url: string) => void>();
  const openWindow = vi.fn<(url: string) => void>();
  const pages = open.map((page) => {
    const url = `${ORIGIN}${page}`;
    return { url, focus: () => focus(url) };
  });
  runInNewContext(script, {
    URL,
    location: { origin: ORIGIN },
    clients: { matchAll: async () => pages, openWindow },
    addEventListener: (name: string, listener: Listener) =>
      listeners.set(name, listener),
  });
  const work: Promise<void>[] = [];
  listeners.get("notificationclick")?.({
    notification: { data: { path, receipt: null }, close: () => undefined },
    waitUntil: (one: Promise<void>) => work.push(one),
  });
  await Promise.all(work);
  return { focused: focus.mock.lastCall, opened: openWindow.mock.lastCall };
}

test.each([
  ["the shop's page", "/join?b=shop#ticket=s"],
  ["the page of a queue's poster", "/join?b=shop&q=beards#ticket=s"],
  ["a link that a program added to", "/join?b=shop&fbclid=1"],
])("a tap focuses %s", async (_what, page) => {
  const pages = ["/dashboard", "/join?b=other", page];
  expect(await tap("/join?b=shop", pages)).toEqual({
    focused: [`${ORIGIN}${page}`],
    opened: undefined,
  });
});

test.each([
  ["another shop's page", "/join?b=other"],
  ["another page", "/display?b=shop"],
])("beside %s a tap opens the shop's", async (_what, page) => {
  expect(await tap("/join?b=shop", [page])).toEqual({
    focused: undefined,
    opened: [`${ORIGIN}/join?b=shop`],
  });
});
