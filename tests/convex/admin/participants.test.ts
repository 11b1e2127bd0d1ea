/** product.md O22: people in queues as admins see them, page by page, and what a page reads. */
import type { FunctionArgs } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { newTicketState } from "../../../convex/queue/rules/ticketState.ts";
import {
  openApp,
  rows,
  type App,
  type Caller,
  type Shop,
  maintain,
} from "../open-app.ts";
import { failsWith, press, newQueue } from "../base/calls.ts";
import { MINUTE, NOON } from "../fake-clock.ts";

const { directory } = api.admin;
const FIRST_PAGE = {
  queueId: null,
  paginationOpts: { numItems: 20, cursor: null },
};
let app: App;
let admin: Caller;
let shop: Shop;

beforeEach(async () => {
  app = await openApp();
  admin = await app.admin();
  shop = await app.shop({ plan: "pro" });
});

type Asked = FunctionArgs<typeof api.admin.directory.participants>;

async function all(asked: Partial<Asked>, numItems = 3) {
  const given = { queueId: null, businessId: null, text: "" } as const;
  const page = (cursor: string | null) =>
    admin.query(directory.participants, {
      ...{ ...given, status: "all" as const, ...asked },
      paginationOpts: { numItems, cursor },
    });
  const people = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const next: Awaited<ReturnType<typeof page>> = await page(cursor);
    people.push(...next.page);
    expect(people.length).toBeLessThan(2_000);
    ({ isDone, continueCursor: cursor } = next);
  }
  return people;
}
const names = async (asked: Partial<Asked>, numItems?: number) =>
  (await all(asked, numItems)).map(({ name }) => name);

/** People who have come and gone, a minute apart, the last one a minute ago. */
async function past(
  queueId: Id<"queues">,
  people: readonly [name: string, bookedFor: number | null][],
) {
  const { businessId } = shop;
  await app.backend.run(async (ctx) => {
    for (const [i, [name, scheduledTime]] of people.entries()) {
      const joinedAt = NOON - (people.length - i) * MINUTE;
      const state = newTicketState(joinedAt, false);
      await ctx.db.insert("tickets", {
        ...{ businessId, queueId, generation: 0, number: i + 1, name },
        ...{ phone: null, secretHash: null, joinedAt, scheduledTime },
        staleAt: joinedAt,
        state: { ...state, status: "completed", endedAt: joinedAt },
      });
    }
  });
}

describe("customers who are there", () => {
  test("are listed queue by queue in calling order, by status and by name", async () => {
    const { queueId, businessId, owner } = shop;
    const colour = await newQueue(owner, "Colour");
    for (const name of ["Ada", "Ben", "Cy", "Dee", "Eve"])
      await app.join(queueId, name);
    await app.join(colour, "Zoë");
    await press(owner, api.desk.actions.callNext, { queueId });
    const active = { status: "active", businessId } as const;
    const everybody = ["Ada", "Ben", "Cy", "Dee", "Eve", "Zoë"];
    for (const size of [1, 2, 5, 6, 100])
      expect(await names(active, size)).toEqual(everybody);
    expect(await names({ ...active, queueId })).toEqual(everybody.slice(0, 5));
    expect(await names({ ...active, status: "called" })).toEqual(["Ada"]);
    expect(await names({ ...active, status: "waiting" }, 2)).toEqual(
      everybody.slice(1),
    );
    expect(await names({ ...active, text: "zoe" })).toEqual(["Zoë"]);
    expect(await names({ ...active, text: "#2" })).toEqual(["Ben"]);
    expect(await names({ ...active, text: "h2" })).toEqual(["Ben"]);
    expect(await names({ ...active, text: "c2" })).toEqual([]);
    expect(await names({ ...active, text: "x".repeat(10_000) })).toEqual([]);
    const [first] = await all({ queueId: colour, status: "active" });
    expect(first).toEqual({
      ...{ ticketId: first?.ticketId, queueId: colour },
      ...{ queueName: "Colour", letter: "C", number: 1 },
      ...{ name: "Zoë", phone: null },
      ...{ isMasked: false, isScheduled: false, status: "waiting" },
      ...{ joinedAt: NOON, scheduledTime: null },
    });
  });

  test("are searched a few hundred at a time", async () => {
    const { businessId, owner } = shop;
    for (const name of ["2", "3", "4", "5"])
      await owner.mutation(api.desk.queues.create, { name });
    await app.backend.run(async (ctx) => {
      for (const line of await ctx.db.query("lines").collect()) {
        const { queueId, state } = line;
        const waiting = { ...state, waitingCount: 200 };
        await ctx.db.patch("lines", line._id, { state: waiting });
        for (let number = 1; number <= 200; number += 1) {
          await ctx.db.insert("tickets", {
            ...{ businessId, queueId, generation: 1, number, name: null },
            ...{ phone: null, secretHash: null, joinedAt: NOON },
            ...{ scheduledTime: null, staleAt: NOON },
            state: newTicketState(NOON, false),
          });
        }
      }
    });
    const look = (cursor: string | null) =>
      admin.query(directory.participants, {
        ...{ businessId, queueId: null, status: "active", text: "nobody" },
        paginationOpts: { numItems: 20, cursor },
      });
    const first = await look(null);
    expect(first).toMatchObject({ page: [], isDone: false });
    expect(await look(first.continueCursor)).toMatchObject({
      ...{ page: [], isDone: true },
    });
  });

  test("are none for an unknown id, and a search without a business or queue is refused", async () => {
    const other = await app.shop();
    const { queueId } = shop;
    await app.join(queueId, "Ada");
    for (const id of ["x", other.ownerId, queueId])
      expect(await names({ businessId: id })).toEqual([]);
    expect(await names({ queueId: shop.businessId })).toEqual([]);
    expect(await names({ queueId, businessId: other.businessId })).toEqual([]);
    await failsWith(names({}), "invalidInput");
    expect(await names({ queueId }, 0.5)).toEqual(["Ada"]);
    for (const cursor of ["x", "0:1e12", "-1:-1", "0:NaN", "9:0", "1e999:"]) {
      for (const status of ["active", "all"] as const)
        await admin.query(directory.participants, {
          ...{ queueId, businessId: null, text: "", status },
          paginationOpts: { numItems: 20, cursor },
        });
    }
  });
});

test("all customers there ever were: are listed newest first, bookings by their time, each once", async () => {
  const { businessId, queueId } = shop;
  const at = NOON - 90 * MINUTE;
  await past(queueId, [
    ["old", null],
    ["same 1", at],
    ["same 2", at],
    ["same 3", at],
    ["ahead", NOON + 60 * MINUTE],
    ["new", null],
  ]);
  const expected = ["ahead", "new", "old", "same 3", "same 2", "same 1"];
  for (const size of [1, 2, 3, 4, 100])
    expect(await names({ businessId }, size)).toEqual(expected);
  const completed = { status: "completed", queueId } as const;
  expect(await names(completed)).toEqual(expected);
  expect(await names({ ...completed, status: "expired" })).toEqual([]);
  expect(await names({ businessId, text: "same" })).toEqual([
    ...["same 3", "same 2", "same 1"],
  ]);
});

test("all customers there ever were: are searched in bounded pages, however long the past", async () => {
  const { businessId, queueId } = shop;
  const people = Array.from({ length: 1_500 }, (_, i) => `P${i}`);
  await past(
    queueId,
    people.map((name) => [name, null]),
  );
  const page = (text: string) =>
    admin.query(directory.participants, {
      ...{ ...FIRST_PAGE, businessId, status: "all" as const, text },
    });
  expect((await page("")).page).toHaveLength(20);
  // None of the newest 600 matches: the page says that there are more.
  const { page: found, isDone } = await page("P3");
  expect([found.length < 20, isDone]).toEqual([true, false]);
  expect(await names({ businessId, text: "P77" })).toContain("P77");
});

describe("phone numbers", () => {
  const phone = "+447700900123";
  const addAda = () =>
    press(shop.owner, api.desk.actions.addWalkIn, {
      ...{ queueId: shop.queueId, name: "Ada", phone },
    });

  test("are found only by the digits that are shown", async () => {
    const { businessId, queueId } = shop;
    await addAda();
    const found = (text: string) => names({ queueId, text });
    expect(await found("123")).toEqual(["Ada"]);
    for (const guess of ["900123", "7700", phone])
      expect(await found(guess)).toEqual([]);
    await admin.mutation(directory.showPhones, { businessId });
    for (const known of ["123", "7700", phone])
      expect(await found(known)).toEqual(["Ada"]);
  });

  test("are masked until an admin shows them, which is recorded once an hour", async () => {
    const { businessId, queueId } = shop;
    await addAda();
    const look = async (by: Caller) =>
      (
        await by.query(directory.participants, {
          ...{ ...FIRST_PAGE, businessId, status: "active", text: "" },
        })
      ).page[0];
    const masked = { phone: "••• 123", isMasked: true };
    expect(await look(admin)).toMatchObject(masked);
    const show = (id: string) =>
      admin.mutation(directory.showPhones, { businessId: id });
    expect(await show(queueId)).toEqual({ ok: false, code: "notFound" });
    expect(await show(businessId)).toEqual({ ok: true });
    expect(await show(businessId)).toEqual({ ok: true });
    expect(await look(admin)).toMatchObject({ phone, isMasked: false });
    const other = await app.admin({ email: "b@example.com" });
    expect(await look(other)).toMatchObject(masked);
    const viewed = async () =>
      (await rows(app, "auditEvents")).filter(
        ({ action }) => action === "participantsViewed",
      );
    expect(await viewed()).toMatchObject([
      { businessId, actor: { email: "admin@example.com" } },
    ]);

    vi.setSystemTime(NOON + 61 * MINUTE);
    await maintain(app);
    expect(await look(admin)).toMatchObject(masked);
    await show(businessId);
    expect(await viewed()).toHaveLength(2);
  });

  test("queues and businesses show their details, and unknown ones are null", async () => {
    const { businessId, queueId, owner } = shop;
    await app.join(queueId, "Ada");
    const colour = await newQueue(owner, "Colour");
    const closed = { queueId: colour, isActive: false };
    await owner.mutation(api.desk.queues.setActive, closed);
    const counts = { total: 2, active: 1, inactive: 1 };
    const business = {
      ...{ businessId, name: "Shop 1" },
      ...{ timezone: "Europe/London", clock: "h24", country: "GB" },
    };
    expect(await admin.query(directory.queues, { businessId })).toMatchObject({
      ...{ business: { ...business, plan: "pro" }, counts },
      queues: [
        { queueId, name: "Haircut", isActive: true, waiting: 1, maxParty: 10 },
        { ...closed, waiting: 0 },
      ],
    });
    expect(await admin.query(directory.queue, { queueId })).toEqual({
      ...{ queueId, name: "Haircut", isActive: true, business },
    });
    const full = await admin.query(directory.business, { businessId });
    expect(must(full, "business")).toMatchObject({
      ...{ ...business, queues: counts, erasure: null },
      owner: { userId: shop.ownerId, email: "owner1@example.com" },
      ...{ timezone: "Europe/London", state: "active", source: "admin" },
      subscription: { grantedPlan: "pro" },
    });
    for (const id of ["x", shop.ownerId]) {
      expect(await admin.query(directory.queue, { queueId: id })).toBeNull();
      const none = { businessId: id };
      expect(await admin.query(directory.queues, none)).toBeNull();
      expect(await admin.query(directory.business, none)).toBeNull();
    }
  });
});
