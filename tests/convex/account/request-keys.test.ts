/** Request keys of desk actions: an action sent twice runs once (product.md D3), and each business has a limit. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { deskActionsPerBusiness } from "../../../convex/base/rules/rateLimit.ts";
import { openApp, rows, type App, type Shop } from "../open-app.ts";
import { failsWith } from "../base/calls.ts";

/** A shop with this many people waiting, in which a call completes no one. */
async function openShop(people: number) {
  const app = await openApp();
  const shop = await app.shop();
  for (let i = 0; i < people; i += 1) await app.join(shop.queueId);
  return { app, ...shop };
}

/** The request rows and rate limits that the desks of all businesses have left. */
async function kept(app: App) {
  const buckets = await rows(app, "rateLimits");
  return [
    ...(await rows(app, "deskRequests")),
    ...buckets.filter(({ key }) => key.startsWith("desk:")),
  ];
}

const press = async (
  { owner, queueId }: Pick<Shop, "owner" | "queueId">,
  requestKey: string,
) =>
  await owner.mutation(api.desk.actions.callNext, {
    queueId,
    requestKey,
  });

describe("a request key", () => {
  test("of a double click has one effect and one answer, whatever happens in between", async () => {
    const shop = await openShop(3);
    const [first, second] = await Promise.all([
      press(shop, "k"),
      press(shop, "k"),
    ]);
    expect(first).toEqual(second);
    await press(shop, "other");
    expect(await press(shop, "k")).toEqual(first);
    const calls = (await rows(shop.app, "ticketEvents")).filter(
      ({ kind }) => kind === "call",
    );
    expect(calls.map(({ number }) => number)).toEqual([1, 2]);
  });

  // A call that had to wait for the connection names its ticket, under the key of Call Next (product.md D17).
  test("of Call Next, used again to call the same customer, calls once with one answer", async () => {
    const shop = await openShop(2);
    const ticketId = must((await rows(shop.app, "tickets"))[0], "ticket")._id;
    const next = await press(shop, "k");
    expect(next).toMatchObject({ ok: true, number: 1, ticketId });
    const args = { ticketId, requestKey: "k" };
    expect(await shop.owner.mutation(api.desk.actions.call, args)).toEqual(
      next,
    );
    const [ticket] = await rows(shop.app, "tickets");
    expect(ticket?.state).toMatchObject({ status: "called", callCount: 1 });
  });

  test("used again for an action with another answer is refused, and does nothing", async () => {
    const shop = await openShop(2);
    const { app, owner, queueId } = shop;
    const first = await press(shop, "k");
    const queues = await rows(app, "queues");
    const args = { queueId, chairs: 3, requestKey: "k" };
    await failsWith(
      owner.mutation(api.desk.queues.setChairs, args),
      "invalidInput",
    );
    expect(await rows(app, "queues")).toEqual(queues);
    expect(await press(shop, "k")).toEqual(first);
  });

  test("belongs to one business, and has a bounded length", async () => {
    const shop = await openShop(2);
    const other = await shop.app.shop();
    const first = await press(shop, "k");
    expect(first).toMatchObject({ ok: true, number: 1 });
    expect(await press(shop, "k")).toEqual(first);
    await shop.app.join(other.queueId, "Other");
    expect(await press(other, "k")).toMatchObject({ ok: true, name: "Other" });
    for (const key of ["", "x".repeat(101)])
      await failsWith(press(other, key), "invalidInput");
  });

  test("of a refused action is not kept: it may still act, once", async () => {
    const shop = await openShop(0);
    const { app, queueId } = shop;
    const refusal = { ok: false, code: "nobodyWaiting" };
    expect(await press(shop, "k")).toEqual(refusal);
    expect(await press(shop, "k")).toEqual(refusal);
    expect(await kept(app)).toEqual([]);
    await app.join(queueId);
    const answer = await press(shop, "k");
    expect(answer).toMatchObject({ ok: true, number: 1 });
    await app.join(queueId);
    expect(await press(shop, "k")).toEqual(answer);
  });
});

test("the desks of a business: act up to a limit, each business separately, and again after a while", async () => {
  const shop = await openShop(4);
  const { app, businessId } = shop;
  const other = await app.shop();
  await app.join(other.queueId);
  const first = await press(shop, "first");
  const { burst, perMs } = deskActionsPerBusiness("starter");
  await app.backend.run(async (ctx) => {
    const buckets = await ctx.db.query("rateLimits").collect();
    const own = buckets.find(({ key }) => key === `desk:${businessId}`);
    const { _id, tokens } = must(own, "bucket");
    expect(tokens).toBe(burst - 1);
    await ctx.db.patch("rateLimits", _id, { tokens: 1 });
  });
  expect(await press(shop, "second")).toMatchObject({ ok: true, number: 2 });
  const tables = ["tickets", "lines", "deskRequests", "rateLimits"] as const;
  const all = () => Promise.all(tables.map((table) => rows(app, table)));
  const before = await all();
  await expect(press(shop, "third")).rejects.toMatchObject({
    data: { code: "tooManyRequests", retryAfterMs: perMs / burst },
  });
  expect(await all()).toEqual(before);
  // An answered request gets its answer again, and other businesses continue.
  expect(await press(shop, "first")).toEqual(first);
  expect(await press(other, "first")).toMatchObject({ ok: true });
  vi.advanceTimersByTime(perMs / burst);
  expect(await press(shop, "third")).toMatchObject({ ok: true, number: 3 });
});

test("the desks of a business: do no work beyond the limit, not even to find that there is nothing to do", async () => {
  const shop = await openShop(1);
  const { app, businessId } = shop;
  await press(shop, "first");
  // Nobody waits any more. A refusal counts nothing.
  expect(await press(shop, "second")).toMatchObject({ ok: false });
  await app.backend.run(async (ctx) => {
    const buckets = await ctx.db.query("rateLimits").collect();
    const own = buckets.find(({ key }) => key === `desk:${businessId}`);
    await ctx.db.patch("rateLimits", must(own, "bucket")._id, { tokens: 0 });
  });
  await failsWith(press(shop, "third"), "tooManyRequests");
});

test("the desks of a business: can be opened again and again without a request row", async () => {
  const { app, owner } = await openShop(0);
  for (let i = 0; i < 3; i += 1)
    await owner.mutation(api.desk.actions.opened, {});
  expect(await kept(app)).toEqual([]);
});
