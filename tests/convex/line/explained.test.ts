/** Why a person stands before others (product.md C6). */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import {
  MAX_EXPLAINED,
  withExplained,
  type Explained,
  type Step,
} from "../../../convex/queue/rules/explained.ts";
import { newTicketState } from "../../../convex/queue/rules/ticketState.ts";
import { rows, granted } from "../open-app.ts";
import { NOON } from "../fake-clock.ts";
import { openCounter } from "../desk/counter-shop.ts";

/** A queue with #1 to #4, and what the line says about them. */
async function openShop() {
  const shop = await openCounter(4);
  const { app, queueId } = shop;
  return {
    ...shop,
    call: async (number: number) =>
      granted(await shop.act("call", shop.id(number))),
    notes: async () =>
      (await app.backend.query(api.line.tickets.line, { queueId }))?.explained,
  };
}

describe("the line says", () => {
  test("who has a second chance, and the ticket when the missed call was, until undone", async () => {
    const { see, act, undo, id, call, notes } = await openShop();
    await call(1);
    vi.setSystemTime(NOON + 60_000);
    const missed = await act("noShow", id(1));
    expect(await notes()).toEqual([
      { number: 1, why: "secondChance", at: NOON + 60_000 },
    ]);
    expect((await see(1)).missedCallAt).toBe(NOON);
    await undo(missed);
    expect(await notes()).toEqual([]);
    expect((await see(1)).missedCallAt).toBeNull();
  });

  test("who was called out of turn, only while they are called", async () => {
    const { act, id, call, notes } = await openShop();
    await call(3);
    expect(await notes()).toEqual([{ number: 3, why: "calledOut", at: NOON }]);
    await act("recall", id(3));
    expect(await notes()).toHaveLength(1);
    await act("serve", id(3));
    expect(await notes()).toEqual([]);
  });

  test("nothing about a call in turn or a customer returned to the end", async () => {
    const { app, act, id, call, notes } = await openShop();
    await call(1);
    for (const number of [2, 3]) await act("remove", id(number));
    await call(4);
    await act("returnToQueue", id(4));
    expect(await notes()).toEqual([]);
    expect(await rows(app, "tickets")).toHaveLength(4);
  });

  test("who is back in their old place, and whether by undo or by return", async () => {
    const { act, undo, id, call, notes } = await openShop();
    await undo(await call(1));
    expect(await notes()).toEqual([{ number: 1, why: "undone", at: NOON }]);
    await call(2);
    await act("returnToQueue", id(2));
    expect((await notes())?.map(({ why }) => why)).toEqual([
      "undone",
      "returned",
    ]);
  });
});

describe("the rule", () => {
  const waiting = newTicketState(NOON, false);
  const due: Step = {
    number: 9,
    cause: "becomeDue",
    after: waiting,
    placeBefore: null,
    place: 1,
    others: 2,
  };
  const after = (step: Step, explained: Explained[] = []) =>
    withExplained({ explained }, step, NOON).explained;

  test("notes a booking that comes in before others, but not one at the end", () => {
    expect(after(due)).toEqual([{ number: 9, why: "booked", at: NOON }]);
    expect(after({ ...due, place: 2 })).toBeUndefined();
    expect(after({ ...due, place: null })).toBeUndefined();
  });

  test("keeps a note through the call and drops it when the wait ends", () => {
    const notes: Explained[] = [{ number: 9, why: "booked", at: NOON }];
    const called = { ...waiting, status: "called" } as const;
    const step = { ...due, place: null, placeBefore: 0 };
    expect(after({ ...step, cause: "call", after: called }, notes)).toBe(notes);
    expect(after({ ...step, cause: "leave" }, notes)).toBeUndefined();
  });

  test("keeps the newest twenty notes", () => {
    const notes = Array.from({ length: MAX_EXPLAINED }, (_, i) => ({
      number: 10 + i,
      why: "booked" as const,
      at: NOON,
    }));
    const kept = after(due, notes);
    expect(kept).toHaveLength(MAX_EXPLAINED);
    expect(kept?.at(-1)?.number).toBe(9);
    expect(kept?.[0]?.number).toBe(11);
  });
});
