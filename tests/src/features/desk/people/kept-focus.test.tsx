/** Where the focus is after an action: on the row's next action, or else on Call Next. */
import { useState } from "react";
import { expect, test } from "vitest";
import { boardAfter } from "../../../../../src/features/desk/outbox/board-after.ts";
import { DeskCard } from "../../../../../src/features/desk/desk-card.tsx";
import type { Board } from "../../../../../src/features/desk/types.ts";
import { useKeptFocus } from "../../../../../src/features/desk/people/use-kept-focus.ts";
import { WaitingTable } from "../../../../../src/features/desk/people/waiting-table.tsx";
import { useDeskAt } from "../../../desk-at.tsx";
import { draw, FakeBackend } from "../../../fake-backend.tsx";
import { board, NOW, SHOP } from "../../../samples.ts";
import { act } from "../../../act.ts";

let change: (kind: "serve" | "done" | "call", ticketId: string) => void;

function Desk() {
  const [at, setAt] = useState<Board>(board());
  const { desk } = useDeskAt(at);
  useKeptFocus(at);
  change = (kind, ticketId) =>
    setAt((was) => boardAfter(was, { kind, ticketId, more: {}, at: NOW }));
  return (
    <main id="main" tabIndex={-1}>
      <DeskCard board={at} desk={desk} reset={null} />
      <WaitingTable
        {...{ board: at, desk, wait: null, newcomers: null }}
        timeZone="Europe/London"
        shop={SHOP}
      />
    </main>
  );
}

const focused = () => document.activeElement?.getAttribute("aria-label");

async function after(label: string, ...moved: Parameters<typeof change>) {
  await draw(new FakeBackend(), <Desk />);
  const button = document.querySelector<HTMLElement>(`[aria-label='${label}']`);
  await act(async () => button?.focus());
  expect(focused()).toBe(label);
  await act(async () => change(...moved));
}

test.each([
  ["Serve moves to Done", "Serve #1", "serve", "ticket-1", "Done #1"],
  [
    "Call in the list moves to Serve",
    "Call #3",
    "call",
    "ticket-3",
    "Serve #3",
  ],
  ["one on another stays", "Call #3", "done", "ticket-1", "Call #3"],
] as const)(
  "the focus after an action on a customer: %s",
  async (_, label, kind, ticketId, next) => {
    await after(label, kind, ticketId);
    expect(focused()).toBe(next);
  },
);

test("Done moves the focus to Call Next", async () => {
  await after("Serve #1", "done", "ticket-1");
  expect(document.activeElement?.textContent).toMatch(/^Call Next/);
});

test("a press outside all controls keeps the focus there", async () => {
  await draw(new FakeBackend(), <Desk />);
  await act(async () =>
    document.querySelector<HTMLElement>("[aria-label='Call #3']")?.focus(),
  );
  await act(async () => {
    (document.activeElement as HTMLElement).blur();
    document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    change("call", "ticket-3");
  });
  expect(document.activeElement).toBe(document.body);
});
