/** A letter per queue, and the names of tickets with it. product.md Q6. */
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { bookingMail } from "../../../convex/booking/rules/mails.ts";
import { personIn } from "../../../convex/calendar/rules/events.ts";
import { dataOf } from "../../../convex/messages/data/alertTargets.ts";
import { pushWords } from "../../../convex/messages/rules/pushMessages.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { ticketName } from "../../../convex/queue/rules/ticketName.ts";
import { openApp, type App, type Shop } from "../open-app.ts";
import { granted, newQueue, press } from "../base/calls.ts";

let app: App;
let shop: Shop;
let owner: Shop["owner"];

beforeEach(async () => {
  app = await openApp();
  shop = await app.shop({ plan: "pro" });
  ({ owner } = shop);
});

const create = (name: string) => newQueue(owner, name);

const open = async (queueId: string, isActive: boolean) =>
  await owner.mutation(api.desk.queues.setActive, { queueId, isActive });
const letters = async () =>
  (await owner.query(api.desk.queues.list, {})).map(({ letter }) => letter);
const change = async (queueId: string, letter: string) =>
  await owner.mutation(api.desk.queues.update, {
    ...{ queueId, letter, name: "Haircut" },
  });
const ticketOf = async (secret: string) => {
  const mine = await app.backend.query(api.line.tickets.mine, { secret });
  const { letter, number } = must(mine, "ticket");
  return ticketName(letter, number);
};

describe("a queue's letter", () => {
  test("is given with the second open queue, to both, and stays when the queue closes or is renamed", async () => {
    expect(await letters()).toEqual([null]);
    const kids = await create("Kids' cut");
    expect(await letters()).toEqual(["H", "K"]);
    await open(kids, false);
    await owner.mutation(api.desk.queues.update, {
      ...{ queueId: shop.queueId, name: "Trim" },
    });
    expect(await letters()).toEqual(["H", "K"]);
    await create("Kiosk");
    // The closed queue's letter is taken, and I is none.
    expect(await letters()).toEqual(["H", "K", "S"]);
    await owner.mutation(api.desk.queues.remove, { queueId: kids });
    await create("Kings");
    expect(await letters()).toEqual(["H", "S", "K"]);
  });

  test("is given when the second queue is opened, to closed ones too", async () => {
    await open(shop.queueId, false);
    await create("Beard");
    expect(await letters()).toEqual([null, null]);
    await open(shop.queueId, true);
    expect(await letters()).toEqual(["H", "B"]);
  });

  test("is changed by the owner, in the shop once, and saved with the name or not at all", async () => {
    const { queueId } = shop;
    expect(await change(queueId, "T")).toEqual({ ok: true });
    expect(await letters()).toEqual([null]);
    await create("Beard");
    expect(await change(queueId, " t ")).toEqual({ ok: true });
    expect(await letters()).toEqual(["T", "B"]);
    const asked = { queueId, name: "New name" };
    for (const [letter, code] of [
      ["b", "queueLetterTaken"],
      ["O", "queueLetterInvalid"],
      ["", "queueLetterInvalid"],
      ["ABC", "queueLetterInvalid"],
    ] as const) {
      const given = { ...asked, letter };
      const answer = await owner.mutation(api.desk.queues.update, given);
      expect(answer).toEqual({ ok: false, code });
    }
    const [first] = await owner.query(api.desk.queues.list, {});
    expect(first).toMatchObject({ name: "Haircut", letter: "T" });
  });

  test("stays while people wait with it", async () => {
    const { queueId } = shop;
    await create("Beard");
    await app.join(queueId);
    const refused = { ok: false, code: "queueLetterInUse" };
    expect(await change(queueId, "T")).toEqual(refused);
    expect(await change(queueId, "H")).toEqual({ ok: true });
    await press(owner, api.desk.actions.callNext, { queueId });
    expect(await change(queueId, "T")).toEqual({ ok: true });
  });
});

describe("tickets", () => {
  test("given out before keep their number and get the letter, on phone, desk and display", async () => {
    const { queueId, businessId } = shop;
    const secret = await app.join(queueId, "Ana");
    await app.join(queueId, "Ben");
    expect(await ticketOf(secret)).toBe("#1");
    await create("Beard");
    expect(await ticketOf(secret)).toBe("H1");
    await press(owner, api.desk.actions.callNext, { queueId });
    const board = await owner.query(api.desk.actions.board, { queueId });
    expect(board).toMatchObject({
      letter: "H",
      called: [{ letter: "H", number: 1 }],
      waiting: [{ letter: "H", number: 2 }],
    });
    const wall = { businessId };
    expect(await app.backend.query(api.line.display.board, wall)).toMatchObject(
      {
        calls: [{ letter: "H", number: 1 }],
        queues: [
          { letter: "B", next: [] },
          { letter: "H", next: [2] },
        ],
      },
    );
  });

  test("moved to another queue have its letter, which the counter says at once, and the undo brings the old name back", async () => {
    const { queueId } = shop;
    const beard = await create("Beard");
    const secret = await app.join(queueId, "Ana");
    const [person] = (await owner.query(api.desk.actions.board, { queueId }))
      .waiting;
    const { ticketId } = must(person, "person");
    const to = { ticketId, queueId: beard };
    const { eventId } = granted(
      await press(owner, api.desk.actions.transfer, to),
    );
    expect(await ticketOf(secret)).toBe("B1");
    const { undo } = await owner.query(api.desk.actions.board, { queueId });
    expect(undo).toMatchObject({
      number: 1,
      movedTo: { letter: "B", number: 1 },
    });
    const [newest] = await owner.query(api.desk.actions.history, { queueId });
    expect(newest?.movedTo).toEqual({ letter: "B", number: 1 });
    await press(owner, api.desk.actions.undo, { eventId });
    expect(await ticketOf(secret)).toBe("H1");
  });

  test("are named with it in texts, pushes, mails and the calendar feed", async () => {
    const facts = { letter: "H", number: 8, queue: "Haircut", shop: "Fade" };
    const now = { time: null, minutesLate: 0, place: null };
    expect(dataOf({ ...facts, ...now })).toMatchObject({ ticket_number: "H8" });
    expect(pushWords({ kind: "called", ...facts, ...now }).body).toContain(
      "Ticket H8 · Haircut · Fade",
    );
    const mail = bookingMail(
      {
        shop: {
          ...{ name: "Fade", phone: null },
          ...{ timezone: "Europe/London", country: "GB" },
        },
        ...{ siteUrl: "https://y.example", joinUrl: "" },
        ...{ bookingUrl: "", unsubscribeUrl: "" },
        queue: { letter: "H", name: "Haircut" },
        ticket: { queueId: "q", generation: 1, number: 8, joinedAt: 0 },
      },
      { what: "confirmed", startsAt: 0 },
      { endsAt: 1, madeAt: 1, sender: "a@y.example", to: "b@y.example" },
    );
    expect(mail.text).toContain("Haircut, ticket H8");
    expect(mail.calendar?.file).toContain("Ticket H8\\, Haircut.");
    expect(personIn({ number: 8, name: "Zoë" }, "H")).toBe("H8 Zoë");
  });

  test("are found by letter and number", async () => {
    const { queueId } = shop;
    await create("Beard");
    for (const name of ["Ana", "Ben", "H1 fan"]) await app.join(queueId, name);
    const find = async (asked: string) =>
      (await owner.query(api.desk.actions.find, { queueId, asked })).map(
        ({ number }) => number,
      );
    expect(await find("h1")).toEqual([1, 3]);
    expect(await find("#H 2")).toEqual([2]);
    expect(await find("2")).toEqual([2]);
    expect(await find("b2")).toEqual([]);
  });
});
