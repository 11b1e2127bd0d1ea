/** The last escalation step is a text: exactly one for a call without an answer, and none otherwise (product.md AL2, AL3). */
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Doc, Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { callOccasion } from "../../../convex/messages/rules/escalation.ts";
import { newSecret, rows, granted } from "../open-app.ts";
import { openTextShop, stubTexts } from "./text-shop.ts";
import { press } from "../base/calls.ts";
import { NOON, SECOND } from "../fake-clock.ts";

beforeEach(stubTexts);

/** Moves the clock. Scheduled functions do not run: the tests fire alarms themselves, in any order. */
function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

async function openShop(people = 2, plan: "pro" | "starter" = "pro") {
  const { app, shop, claim, settle } = await openTextShop(plan);
  const { owner, queueId } = shop;
  const secrets: string[] = [];
  for (let i = 0; i < people; i += 1) {
    const secret = newSecret();
    const phone = `07700900${String(100 + i)}`;
    const wish = { queueId, secret, phone };
    granted(await app.backend.mutation(api.line.tickets.join, wish));
    secrets.push(secret);
  }
  const callNext = async () =>
    await press(owner, api.desk.actions.callNext, { queueId });
  /** Fires every possible alarm now. */
  const lookAtAll = async () => {
    for (const { _id: alertId } of await rows(app, "alerts"))
      await app.backend.mutation(internal.messages.alerts.look, { alertId });
  };
  const seen = async () =>
    await owner.query(api.messages.alerts.ofQueue, { queueId });
  const tools = { callNext, lookAtAll, seen, claim, settle };
  return { app, ...shop, secrets, ...tools };
}

describe("a call to a customer with a number and no push", () => {
  test("is texted once, after 25 seconds, and the desk sees the result", async () => {
    const shop = await openShop();
    const { app } = shop;
    await shop.callNext();
    pass(25 * SECOND - 1);
    await shop.lookAtAll();
    expect(await rows(app, "smsMessages")).toEqual([]);
    pass(1);
    await shop.lookAtAll();
    await shop.lookAtAll();
    const [text, ...more] = await rows(app, "smsMessages");
    expect(more).toEqual([]);
    expect(text).toMatchObject({
      ...{ to: "+447700900100", template: "readyNow", purpose: "alert" },
      body: "Shop 1: it's your turn, number 1 (Haircut). Please come to the counter. Reply 1 if you're on your way, 9 to leave, STOP to opt out.",
    });
    expect(await shop.seen()).toMatchObject([
      { steps: [{ channel: "text", state: "tried", reason: null }] },
    ]);
    const smsId = must(text, "text")._id;
    await shop.claim(smsId);
    await shop.settle(smsId, { kind: "refused", code: 21614 });
    expect(await shop.seen()).toMatchObject([
      { steps: [{ channel: "text", state: "failed", reason: "notMobile" }] },
    ]);
  });

  test("is recorded once as skipped if the plan has no texts", async () => {
    const shop = await openShop(2, "starter");
    await shop.callNext();
    pass(25 * SECOND);
    await shop.lookAtAll();
    await shop.lookAtAll();
    expect(await rows(shop.app, "smsMessages")).toEqual([]);
    expect(await shop.seen()).toMatchObject([
      {
        steps: [{ channel: "text", state: "skipped", reason: "smsNotInPlan" }],
      },
    ]);
  });

  test("a late shop texts upcoming bookings, but no waiting customer", async () => {
    const shop = await openShop(1);
    const { app, owner, businessId, queueId } = shop;
    const secret = newSecret();
    const book = { queueId, secret, phone: "07700900199" };
    const startsAt = NOON + 60 * 60 * SECOND;
    const booked = await app.backend.mutation(api.booking.bookings.book, {
      ...{ ...book, startsAt },
    });
    expect(booked).toMatchObject({ ok: true });
    const said = { minutes: 20, lasts: 120 };
    await press(owner, api.profile.businesses.setNotice, said);
    await app.backend.mutation(internal.messages.alerts.tellLate, {
      ...{ businessId, until: NOON + 120 * 60 * SECOND, cursor: null },
    });
    pass(60 * SECOND);
    await shop.lookAtAll();
    expect(await rows(app, "smsMessages")).toMatchObject([
      { to: "+447700900199", template: "late" },
    ]);
  });
});

type Text = Doc<"smsMessages">;
const without = (...what: Parameters<typeof fc.constantFrom<string[]>>) =>
  fc.constantFrom(...what).map((one) => ({ what: one, who: 0 }));
/** Calls, time and alarms are most frequent. Otherwise hardly any text is due. */
const action = fc.oneof(
  { weight: 2, arbitrary: without("call", "undo", "recall") },
  { weight: 1, arbitrary: without("noShow", "serve", "return") },
  { weight: 4, arbitrary: without("look") },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom("acknowledge", "rang", "touched", "send"),
      who: fc.nat(9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("pass"),
      who: fc.constantFrom(4, 24, 25, 25),
    }),
  },
);

test("no order of events texts a customer twice for one call, after an answer, or after an undo", async () => {
  let texted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 10, maxLength: 20 }),
      async (actions) => {
        vi.setSystemTime(NOON);
        const shop = await openShop();
        const { app } = shop;
        const first = await shop.callNext();
        const known = new Set<Id<"smsMessages">>();
        const events = first.ok ? [first.eventId] : [];
        for (const { what, who } of actions) {
          await act(shop, what, who, events);
          const tickets = new Map(
            (await rows(app, "tickets")).map((one) => [one._id, one]),
          );
          const alerts = await rows(app, "alerts");
          const steps = await rows(app, "alertSteps");
          const texts = new Map(
            (await rows(app, "smsMessages")).map((one) => [one._id, one]),
          );
          for (const alert of alerts.filter(({ kind }) => kind === "called")) {
            const own = steps.filter(
              ({ alertId, channel }) =>
                alertId === alert._id && channel === "text",
            );
            expect(own.length).toBeLessThanOrEqual(1);
            const { state } = must(tickets.get(alert.ticketId), "ticket");
            const isOpen =
              state.status === "called" &&
              state.acknowledgedAt === null &&
              callOccasion(state) === alert.occasion;
            for (const { smsId } of own) {
              const text: Text | undefined = smsId && texts.get(smsId);
              if (text === undefined) continue;
              if (!known.has(text._id)) {
                expect(isOpen).toBe(true);
                expect(alert.seenAt).toBeUndefined();
                expect(text.at - alert.at).toBeGreaterThanOrEqual(25 * SECOND);
                texted += 1;
              }
              // No text waits for a customer who has answered or is not called.
              if (!isOpen) expect(text.state).not.toBe("queued");
            }
          }
          for (const id of texts.keys()) known.add(id);
          const calls = alerts.map(({ ticketId, occasion }) =>
            [ticketId, occasion].join(),
          );
          expect(new Set(calls).size).toBe(calls.length);
        }
      },
    ),
    // `npm run faults` sets the full length.
    { numRuns: process.env["FAULTS"] === "full" ? 1_000 : 40 },
  );
  // Checks that the property ran on real texts.
  expect(texted).toBeGreaterThan(5);
});

/** One action of the property. The product itself refuses what does not apply. */
async function act(
  shop: Awaited<ReturnType<typeof openShop>>,
  what: string,
  who: number,
  events: Id<"ticketEvents">[],
): Promise<void> {
  const { app, owner, queueId, secrets } = shop;
  const secret = must(secrets[who % secrets.length], "secret");
  const ticket = must(
    (await rows(app, "tickets"))[who % secrets.length],
    "ticket",
  );
  const [called] = (await owner.query(api.desk.actions.board, { queueId }))
    .called;
  const { acknowledge } = api.line.tickets;
  const desk = {
    recall: api.desk.actions.recall,
    noShow: api.desk.actions.noShow,
    serve: api.desk.actions.serve,
    return: api.desk.actions.returnToQueue,
  };
  switch (what) {
    case "call": {
      const answer = await shop.callNext();
      if (answer.ok) events.push(answer.eventId);
      return;
    }
    case "undo": {
      const eventId = events.pop();
      if (eventId === undefined) return;
      await press(owner, api.desk.actions.undo, { eventId });
      return;
    }
    case "recall":
    case "noShow":
    case "serve":
    case "return": {
      if (called === undefined) return;
      const { ticketId } = called;
      const answer = await press(owner, desk[what], { ticketId });
      if (answer.ok) events.push(answer.eventId);
      return;
    }
    case "acknowledge":
      await app.backend.mutation(acknowledge, { secret });
      return;
    case "rang":
    case "touched": {
      const { callCount } = ticket.state;
      const occasion = { kind: "called", callCount } as const;
      const seen = what === "touched";
      const args = { secret, occasion, seen };
      await app.backend.mutation(api.messages.alerts.pageRang, args);
      return;
    }
    case "look":
      await shop.lookAtAll();
      return;
    case "send": {
      const texts = await rows(app, "smsMessages");
      const text = texts[who % Math.max(1, texts.length)];
      if (text === undefined) return;
      if ((await shop.claim(text._id)) === null) return;
      await shop.settle(text._id, {
        kind: "accepted",
        sid: `SM${texts.length}`,
      });
      return;
    }
    case "pass":
      pass(who * SECOND);
  }
}
