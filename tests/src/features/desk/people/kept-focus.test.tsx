/** Where the focus is after an action: on the row's next action, or else on Call Next. */
import { beforeEach, expect, test, vi } from "vitest";
import { boardAfter } from "../../../../../src/features/desk/outbox/board-after.ts";
import { setBoard, showCounter } from "../../../desk-at.tsx";
import { find, freshBackend } from "../../../fake-backend.tsx";
import { board, NOW } from "../../../samples.ts";
import { act } from "../../../act.ts";

const backend = freshBackend();
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));

type Change = ["serve" | "done" | "call" | "remove", string];
const change = ([kind, ticketId]: Change) =>
  setBoard(backend, boardAfter(board(), { kind, ticketId, more: {}, at: NOW }));
const focused = () => document.activeElement?.getAttribute("aria-label");
const at = (label: string) =>
  document.querySelector<HTMLElement>(`[aria-label='${label}']`);

async function after(label: string, moved: Change) {
  await showCounter(backend, board());
  await act(async () => at(label)?.focus());
  expect(focused()).toBe(label);
  await act(async () => change(moved));
}

test.each<[string, string, Change, string]>([
  [
    "Here moves to Done",
    "Here: #1 Guest",
    ["serve", "ticket-1"],
    "Done: #1 Guest",
  ],
  [
    "Call in the list moves to Here",
    "Call #3 Guest",
    ["call", "ticket-3"],
    "Here: #3 Guest",
  ],
  [
    "one on another stays",
    "Call #3 Guest",
    ["done", "ticket-1"],
    "Call #3 Guest",
  ],
])(
  "the focus after an action on a customer: %s",
  async (_, label, moved, next) => {
    await after(label, moved);
    expect(focused()).toBe(next);
  },
);

test.each<[string, string, Change]>([
  ["Done", "Here: #1 Guest", ["done", "ticket-1"]],
  ["Skip of somebody in line", "More for #3 Guest", ["remove", "ticket-3"]],
])("%s moves the focus to Call Next", async (_what, label, moved) => {
  await after(label, moved);
  expect(document.activeElement?.textContent).toMatch(/^Call Next/);
});

test("the focus stays on Pause when it becomes Resume, and back", async () => {
  const pause = { since: NOW, until: null };
  await showCounter(backend, board());
  await act(async () => find("button", "Pause").focus());
  await act(async () => setBoard(backend, board({ pause })));
  expect(document.activeElement?.textContent).toBe("Resume");
  await act(async () => setBoard(backend, board()));
  expect(document.activeElement?.textContent).toBe("Pause");
});

test.each([
  ["still stands, its action", board(), /^Call$/],
  ["is gone, Call Next", board({ waiting: [] }), /^Call Next/],
])(
  "a window about a person that closes into the page: if the row %s",
  async (_, there, next) => {
    const main = document.createElement("main");
    Object.assign(main, { id: "main", tabIndex: -1 });
    document.body.append(main);
    await showCounter(backend, board());
    await act(async () => at("More for #3 Guest")?.focus());
    const inWindow = document.createElement("div");
    Object.assign(inWindow, { role: "dialog", tabIndex: -1 });
    document.body.append(inWindow);
    await act(async () => inWindow.focus());
    await act(async () => setBoard(backend, there));
    await act(async () => main.focus());
    expect(document.activeElement?.textContent).toMatch(next);
  },
);

test("a press outside all controls keeps the focus there", async () => {
  await showCounter(backend, board());
  await act(async () => at("Call #3 Guest")?.focus());
  await act(async () => {
    (document.activeElement as HTMLElement).blur();
    document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    change(["call", "ticket-3"]);
  });
  expect(document.activeElement).toBe(document.body);
});
