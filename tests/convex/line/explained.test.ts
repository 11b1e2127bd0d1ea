/** Why a person stands before others (product.md C6). */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import {
  EXPLAINED_MOST,
  withExplained,
  type Explained,
  type Step,
} from "../../../convex/queue/rules/explained.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { newTicketState } from "../../../convex/queue/rules/ticketState.ts";
import { rows, ticketOf, granted } from "../open-app.ts";
import { NOON } from "../fake-clock.ts";
import { press, newShop } from "../base/calls.ts";

const { actions } = api.desk;

/** A queue with #1 to #4, and desk actions on each by number. */
async function openShop() {
  const { app, owner, queueId } = await newShop();
  const secrets: string[] = [];
  for (let i = 0; i < 4; i += 1) secrets.push(await app.join(queueId));
  const ids = (await rows(app, "tickets")).map(({ _id }) => _id);
  const ticketId = (number: number) => must(ids[number - 1], "ticket");
  const call = (number: number) =>
    owner.mutation(actions.call, {
      ticketId: ticketId(number),
      requestKey: `call ${number}`,
    });
  const notes = async () =>
    (await app.backend.query(api.line.tickets.line, { queueId }))?.explained;
  return { app, owner, secrets, ticketId, call, notes };
}

describe("the line says", () => {
  test("who has a second chance, and the ticket when the missed call was, until undone", async () => {
    const { app, owner, secrets, ticketId, call, notes } = await openShop();
    await call(1);
    vi.setSystemTime(NOON + 60_000);
    const missed = await press(owner, actions.noShow, {
      ticketId: ticketId(1),
    });
    expect(await notes()).toEqual([
      { number: 1, why: "secondChance", at: NOON + 60_000 },
    ]);
    const first = must(secrets[0], "secret");
    expect((await ticketOf(app, first)).missedCallAt).toBe(NOON);
    if (!missed.ok) throw new Error(missed.code);
    await press(owner, actions.undo, { eventId: missed.eventId });
    expect(await notes()).toEqual([]);
    expect((await ticketOf(app, first)).missedCallAt).toBeNull();
  });

  test("who was called out of turn, only while they are called", async () => {
    const { owner, ticketId, call, notes } = await openShop();
    await call(3);
    expect(await notes()).toEqual([{ number: 3, why: "calledOut", at: NOON }]);
    await press(owner, actions.recall, { ticketId: ticketId(3) });
    expect(await notes()).toHaveLength(1);
    await press(owner, actions.serve, { ticketId: ticketId(3) });
    expect(await notes()).toEqual([]);
  });

  test("nothing about a call in turn or a customer returned to the end", async () => {
    const { app, owner, ticketId, call, notes } = await openShop();
    await call(1);
    for (const number of [2, 3])
      await press(owner, actions.remove, { ticketId: ticketId(number) });
    await call(4);
    await press(owner, actions.returnToQueue, { ticketId: ticketId(4) });
    expect(await notes()).toEqual([]);
    expect(await rows(app, "tickets")).toHaveLength(4);
  });

  test("who is back in their old place, and whether by undo or by return", async () => {
    const { owner, ticketId, call, notes } = await openShop();
    await press(owner, actions.undo, {
      eventId: granted(await call(1)).eventId,
    });
    expect(await notes()).toEqual([{ number: 1, why: "undone", at: NOON }]);
    await call(2);
    await press(owner, actions.returnToQueue, { ticketId: ticketId(2) });
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
    const notes = Array.from({ length: EXPLAINED_MOST }, (_, i) => ({
      number: 10 + i,
      why: "booked" as const,
      at: NOON,
    }));
    const kept = after(due, notes);
    expect(kept).toHaveLength(EXPLAINED_MOST);
    expect(kept?.at(-1)?.number).toBe(9);
    expect(kept?.[0]?.number).toBe(11);
  });
});
