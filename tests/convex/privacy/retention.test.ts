/**
 * product.md U7: thirty days after the end of a visit its holder's data is gone, whatever the end was, and nothing
 * restores the visit.
 */
import { beforeEach, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { at, openBookingShop, pass } from "../booking/booking-shop.ts";
import { newSecret, rows } from "../open-app.ts";
import { openPostOffice } from "../mail/post-office.ts";
import { press } from "../base/calls.ts";
import { everything } from "../base/tables.ts";
import { DAY, NOON } from "../fake-clock.ts";

const deskApi = api.desk.actions;

type Shop = Awaited<ReturnType<typeof openBookingShop>>;
let shop: Shop;

beforeEach(async () => {
  openPostOffice();
  shop = await openBookingShop({ plan: "pro" });
});

async function upkeep(): Promise<void> {
  const { backend } = shop.app;
  await backend.action(internal.upkeep.maintenance.run, {});
  await pass(shop.app, 0);
}

/** A customer who leaves every kind of data. */
let people = 0;
async function arrive(startsAt?: number): Promise<Id<"tickets">> {
  people += 1;
  const name = `Zelda ${people}`;
  const phone = `+4479460000${10 + people}`;
  if (startsAt === undefined) {
    const { queueId } = shop;
    const args = { queueId, secret: newSecret(), name, phone };
    await shop.app.backend.mutation(api.line.tickets.join, args);
  } else {
    const email = `zelda${people}@example.com`;
    const { answer } = await shop.tryBook(startsAt, { name, email });
    if (!answer.ok) throw new Error(answer.code);
    await pass(shop.app, 0);
  }
  const ticketId = must((await rows(shop.app, "tickets")).at(-1), "one")._id;
  const note = "Zelda likes it short";
  const given = { ticketId, name: `${name} Smith`, phone, note };
  expect((await press(shop.owner, deskApi.edit, given)).ok).toBe(true);
  return ticketId;
}

test("a customer's data is gone after thirty days, however the visit ended", async () => {
  const { owner, queueId } = shop;
  const call = async (ticketId: Id<"tickets">) =>
    await press(owner, deskApi.call, { ticketId });
  const served = await arrive();
  await call(served);
  await press(owner, deskApi.done, { ticketId: served });
  const removed = await arrive();
  await press(owner, deskApi.remove, { ticketId: removed });
  const cancelled = await arrive(at("10:00", "2027-01-12"));
  await press(owner, deskApi.remove, { ticketId: cancelled });
  const missing = await arrive();
  for (let missed = 0; missed < 2; missed += 1) {
    await call(missing);
    await press(owner, deskApi.noShow, { ticketId: missing });
  }
  await shop.app.backend.run(async (ctx) => {
    const { businessId } = shop;
    const browser = { endpoint: "https://push/zelda", p256dh: "p", auth: "a" };
    const row = { businessId, ticketId: served, ...browser, at: NOON };
    await ctx.db.insert("pushSubscriptions", row);
    await ctx.db.patch("tickets", served, { hasPush: true });
  });
  await arrive(at("11:00", "2026-11-23"));
  await arrive();
  await press(owner, deskApi.reset, { queueId });
  const ahead = await arrive(at("10:00", "2027-01-13"));
  expect((await everything(shop.app)).match(/zelda/gi)?.length).toBeGreaterThan(
    20,
  );

  await pass(shop.app, 29 * DAY);
  await upkeep();
  expect(await everything(shop.app)).toMatch(/Zelda 3 Smith/);
  await pass(shop.app, DAY);
  await upkeep();
  // The customer who is still to come keeps their data. All others have none.
  await shop.app.backend.run(async (ctx) => {
    const { _id, number, name } = must(await ctx.db.get("tickets", ahead), "t");
    expect(name).toBe("Zelda 7 Smith");
    await ctx.db.delete("tickets", _id);
    for (const mail of await ctx.db.query("mails").collect())
      if (mail.ticketId === _id) await ctx.db.delete("mails", mail._id);
    expect(number).toBe(1);
  });
  const left = await everything(shop.app);
  expect(left).not.toMatch(/zelda/i);
  expect(left).not.toMatch(/4479460000/);
  // The visits themselves stay, except the removed one, which maintenance has deleted.
  expect(await rows(shop.app, "tickets")).toHaveLength(5);
});

test("a visit whose data is gone comes back neither by Undo nor by the desk", async () => {
  const ticketId = await arrive();
  const { owner } = shop;
  await press(owner, deskApi.call, { ticketId });
  const next = await arrive();
  await pass(shop.app, 3 * 60_000);
  const gone = await press(owner, deskApi.call, { ticketId: next });
  const eventId = gone.ok ? gone.eventId : "";
  // As if the thirty days ended within those ten seconds.
  await shop.app.backend.run(async (ctx) => {
    await ctx.db.patch("tickets", ticketId, { blankedAt: Date.now() });
  });
  const undone = await press(owner, deskApi.undo, { eventId });
  expect(undone).toMatchObject({ ok: false, code: "nothingToUndo" });
  const back = await press(owner, deskApi.notHere, { ticketId });
  expect(back).toMatchObject({ ok: false });
  expect(must(await shop.board(), "board").waitingCount).toBe(0);
});

test("a deleted ticket takes its mails along, and mails without a ticket go after thirty days", async () => {
  const ticketId = await arrive(at("10:00", "2026-11-24"));
  const { owner } = shop;
  await press(owner, deskApi.remove, { ticketId });
  await pass(shop.app, 20_000);
  expect(await rows(shop.app, "mails")).toHaveLength(2);
  await pass(shop.app, 12 * DAY);
  await upkeep();
  expect(await rows(shop.app, "tickets")).toHaveLength(0);
  expect(await rows(shop.app, "mails")).toHaveLength(0);

  const other = await arrive(at("10:00", "2026-12-04"));
  const kept = await arrive(at("10:30", "2026-12-04"));
  await shop.app.backend.run(async (ctx) => {
    await ctx.db.delete("tickets", other);
  });
  const sweep = async () => {
    await upkeep();
    return (await rows(shop.app, "mails")).map((mail) => mail.ticketId);
  };
  await pass(shop.app, 29 * DAY);
  expect(await sweep()).toEqual([other, kept]);
  await pass(shop.app, DAY);
  expect(await sweep()).toEqual([kept]);
});
