/** product.md O20, O21: the admins' list always agrees with the businesses' own rows. A search finds each business once. */
import type { FunctionArgs } from "convex/server";
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { listInDirectory } from "../../../convex/business/data/directory.ts";
import { directoryPage } from "../../../convex/admin/data/directoryPages.ts";
import {
  grantPlan,
  subscriptionOf,
} from "../../../convex/billing/data/subscriptions.ts";
import { fold, keysOf } from "../../../convex/business/rules/directory.ts";
import { defaultHours } from "../../../convex/business/rules/hours.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import {
  noTotals,
  totalsAfter,
} from "../../../convex/business/rules/platform.ts";
import { dayKey } from "../../../convex/base/rules/timezones.ts";
import { openApp, rows, type App, type Caller } from "../open-app.ts";
import { press } from "../base/calls.ts";
import { changeRows, copyRow, deleteRows } from "../base/tables.ts";
import { HOUR, NOON } from "../fake-clock.ts";

let app: App;
let admin: Caller;

beforeEach(async () => {
  app = await openApp();
  admin = await app.admin();
});

/** Checks the list, its keys and the totals against sums over businesses and subscriptions alone. */
async function expectInStep(): Promise<void> {
  const subscriptions = await rows(app, "subscriptions");
  let totals = noTotals();
  const expected = (await rows(app, "businesses")).map((business) => {
    const { _id: businessId, name, email, plan } = business;
    const row = subscriptions.find((one) => one.businessId === businessId);
    const state = row?.state ?? "none";
    const isErasing = business.erasedAt !== undefined;
    if (!isErasing) totals = totalsAfter(totals, null, { plan, state });
    return {
      ...{ businessId, userId: business.ownerId, name, email, plan, state },
      ...{ createdAt: business._creationTime, isErasing },
      source: state === "none" ? null : row?.source,
      flag: row?.flag ?? null,
    };
  });
  const listed = await rows(app, "directory");
  const inOrder = <Row extends { businessId: string }>(all: Row[]) =>
    all.sort((a, b) => (a.businessId < b.businessId ? -1 : 1));
  expect(inOrder(listed)).toMatchObject(inOrder(expected));
  expect(listed).toHaveLength(expected.length);
  const keys = (await rows(app, "directoryKeys")).map(
    ({ businessId, key, plan, state }) => ({ businessId, key, plan, state }),
  );
  const keysOfAll = expected.flatMap((one) =>
    keysOf(one).map((key) => ({
      ...{ businessId: one.businessId, key, plan: one.plan, state: one.state },
    })),
  );
  expect(new Set(keys.map((key) => JSON.stringify(key)))).toEqual(
    new Set(keysOfAll.map((key) => JSON.stringify(key))),
  );
  expect(await rows(app, "platformTotals")).toMatchObject([totals]);
}

test("the list: follows names, addresses, payments, grants and the end of a business", async () => {
  const account = { email: "unpaid@example.com", passwordHash: "h" };
  const unpaid = { ...account, businessName: "Unpaid", timezone: "UTC" };
  await app.backend.mutation(internal.account.current.create, unpaid);
  await expectInStep();
  const shop = await app.shop();
  const other = await app.shop({ plan: "enterprise" });
  await expectInStep();
  const { owner, businessId, ownerId } = shop;
  const profile = {
    ...{ name: "Fadé & Fortune", phone: null, description: null },
    ...{ slotMinutes: 15, operatingHours: defaultHours },
  };
  await owner.mutation(api.account.current.completeSetup, profile);
  await expectInStep();
  await owner.mutation(api.profile.businesses.saveProfile, {
    ...profile,
    ...{ name: "Zoë's", specialDays: [], walkInsOnlyWhenOpen: true },
    ...{ almostAt: 3, timezone: "Asia/Tokyo", country: "JP", clock: "h12" },
    ...{ whenUnmarked: "came", graceMinutes: 9, boardNames: "initials" },
  });
  await expectInStep();

  await owner.mutation(internal.account.credentials.emailProved, {
    changeId: await app.backend.run((ctx) =>
      ctx.db.insert("emailChanges", {
        ...{ userId: ownerId, email: "zoe@new.example", codeHash: "h" },
        ...{ tries: 0, expiresAt: 0 },
      }),
    ),
  });
  await expectInStep();

  const { saveCustomer, beginSync, finishSync } =
    internal.billing.subscriptions;
  const customerId = "cus_1";
  const ids = { businessId, customerId, instead: null };
  await app.backend.mutation(saveCustomer, ids);
  const pro = {
    ...{ subscriptionId: "sub_1", status: "active", priceId: "p" },
    ...{ cancelAt: null, currentPeriodEnd: null, createdAt: 0 },
    plan: "pro",
  } as const;
  const told = async (paid: typeof pro | null, type: string) => {
    const asked = { customerId, eventId: null };
    const begun = must(await app.backend.mutation(beginSync, asked), "sync");
    const answer = { ...begun, paid, event: { eventId: type, type } };
    await app.backend.mutation(finishSync, answer);
    // A refund, with an answer to an older question.
    const late = { eventId: `${type} 2`, type: "charge.refunded" };
    const older = { ...answer, asked: begun.asked - 1, event: late };
    await app.backend.mutation(finishSync, older);
  };
  await told(pro, "invoice.paid");
  await expectInStep();
  expect(await only("zoe")).toMatchObject({ plan: "pro", flag: "refunded" });

  const erase = { businessId, by: "owner" } as const;
  await app.backend.mutation(internal.privacy.erase.begin, erase);
  await expectInStep();
  expect(await only("zoe")).toMatchObject({ isErasing: true });
  await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await found("zoe")).toEqual([]);
  await expectInStep();
  expect(await found("shop")).toEqual([other.businessId]);
  const today = dayKey(Date.now(), "UTC");
  const { days } = await admin.query(api.admin.directory.totals, {});
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: today, created: 3, ended: 1 });
});

test("the list: gets earlier businesses from maintenance, in steps, each once", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) ids.push((await app.shop()).businessId);
  const owners = await copyRow(app, "users", 240);
  const ownerOf = (n: number) => ({ ownerId: must(owners[n], "owner") });
  ids.push(...(await copyRow(app, "businesses", 240, ownerOf)));
  for (const table of [
    ...(["platformTotals", "platformDays"] as const),
    ...(["directory", "directoryKeys"] as const),
  ])
    await deleteRows(app, table);
  const step = () =>
    app.backend.mutation(internal.upkeep.maintenance.step, {
      job: "older",
      isFirst: false,
    });
  expect([await step(), await step()]).toEqual([true, true]);
  // A business created meanwhile counts once.
  ids.push((await app.shop()).businessId);
  while (await step());
  expect(await step()).toBe(false);
  await expectInStep();
  expect((await found("")).sort()).toEqual(ids.sort());
  const { days } = await admin.query(api.admin.directory.totals, {});
  expect(days.at(-1)).toMatchObject({ created: 244 });

  // A business that is being deleted gets no new directory row.
  const erased = () => ({ erasedAt: 1 });
  const [gone] = await copyRow(app, "businesses", 1, erased);
  await app.backend.run((ctx) => listInDirectory(ctx, must(gone, "gone")));
  expect(await found("")).toHaveLength(ids.length);
});

const busy = async () => {
  await app.backend.action(internal.admin.platform.sample, {});
  const totals = await admin.query(api.admin.directory.totals, {});
  const { waitingNow, servedToday, asOf } = totals;
  return { waitingNow, servedToday, asOf };
};

test("how busy the platform is: is counted every minute over all queues, and less often after a slow count", async () => {
  const none = await admin.query(api.admin.directory.totals, {});
  expect(none).toMatchObject({ waitingNow: 0, asOf: null });
  for (const people of [3, 2, 1]) {
    const { queueId, owner } = await app.shop({
      settings: { whenUnmarked: "came" },
    });
    for (let i = 0; i < people; i += 1) await app.join(queueId);
    for (let i = 0; i < 2; i += 1)
      await press(owner, api.desk.actions.callNext, { queueId });
  }
  const [day] = await rows(app, "queueDays");
  const counts = { ...must(day, "day").counts, served: 2 };
  await copyRow(app, "lines", 230);
  await copyRow(app, "queueDays", 230, () => ({ counts }));
  const yesterday = { counts, day: "2026-11-19" };
  await copyRow(app, "queueDays", 1, () => yesterday);
  const counted = { waitingNow: 231, servedToday: 462, asOf: NOON };
  expect(await busy()).toEqual(counted);
  await changeRows(app, "platformNow", { tookMs: 6_000 });
  vi.setSystemTime(NOON + 119_999);
  expect(await busy()).toEqual(counted);
  vi.setSystemTime(NOON + 120_000);
  expect((await busy()).asOf).toBe(NOON + 120_000);
});

test("how busy the platform is: is counted again soon after the clock was set back, or jumped during a count", async () => {
  await busy();
  vi.setSystemTime(NOON - HOUR);
  expect((await busy()).asOf).toBe(NOON - HOUR);
  await changeRows(app, "platformNow", { tookMs: 24 * HOUR });
  vi.setSystemTime(NOON - 1);
  expect((await busy()).asOf).toBe(NOON - HOUR);
  vi.setSystemTime(NOON);
  expect((await busy()).asOf).toBe(NOON);
});

type Asked = FunctionArgs<typeof api.admin.directory.search>;

/** All results of a search, page by page. */
async function all(asked: Partial<Asked> = {}, numItems = 100) {
  const given = { text: "", plan: null, state: null, sort: "newest" } as const;
  const page = (cursor: string | null) =>
    admin.query(api.admin.directory.search, {
      ...{ ...given, ...asked },
      paginationOpts: { numItems, cursor },
    });
  const everything = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const next: Awaited<ReturnType<typeof page>> = await page(cursor);
    expect(next.page.length).toBeLessThanOrEqual(Math.min(100, numItems));
    everything.push(...next.page);
    expect(everything.length).toBeLessThan(1_000);
    ({ isDone, continueCursor: cursor } = next);
  }
  return everything;
}

const found = async (text: string, asked: Partial<Asked> = {}) =>
  (await all({ ...asked, text })).map(({ businessId }) => businessId);

async function only(text: string) {
  const [one, ...others] = await all({ text });
  expect(others).toEqual([]);
  return must(one, text);
}

/** Businesses with these names, by name. */
async function named<Name extends string>(...names: Name[]) {
  const ids = {} as Record<Name, Id<"businesses">>;
  for (const name of names) {
    const { businessId } = await app.shop();
    ids[name] = businessId;
    await rename(businessId, name);
  }
  return ids;
}

async function rename(businessId: Id<"businesses">, name: string) {
  await app.backend.run(async (ctx) => {
    await ctx.db.patch("businesses", businessId, { name });
    await listInDirectory(ctx, businessId);
  });
}

describe("a search", () => {
  test("finds by parts of words and of the address, by plan and by parts of ids, beginnings first", async () => {
    const [fade, barbers, stars, kanji] = Object.values(
      await named("Fadé & Fortune", "Fortune Barbers", "★★", "理髪店"),
    );
    expect(await found("FADE")).toEqual([fade]);
    expect(await found("  fadé  & fort ")).toEqual([fade]);
    expect(await found("fortune")).toEqual([fade, barbers]);
    expect(await found("ortUNE")).toEqual([barbers, fade]);
    expect(await found("b")).toEqual([barbers]);
    expect(await found("a")).toEqual([kanji, stars, barbers, fade]);
    expect(await found("dé & fort")).toEqual([fade]);
    expect(await found("wner2@")).toEqual([barbers]);
    expect(await found("arte")).toHaveLength(4);
    expect(await found("fortune fadé")).toEqual([]);
    expect(await found("理髪")).toEqual([kanji]);
    expect(await found("owner2@ex")).toEqual([barbers]);
    expect(await found("example.com")).toHaveLength(4);
    expect(await found("starter")).toHaveLength(4);
    expect(await found("pro")).toEqual([]);
    expect(await found(String(stars))).toEqual([stars]);
    const { userId } = await only("fade");
    expect(await found(userId)).toEqual([fade]);
    expect(await found(String(stars).slice(1).toUpperCase())).toEqual([stars]);
    expect(await found(userId.slice(0, -1))).toContain(fade);
    const [queue] = await rows(app, "queues");
    const nobody = ["★", "%", "_", queue?._id ?? "", `${fade}x`];
    for (const text of [...nobody, "fade ".repeat(41), "f".repeat(10_000)])
      expect(await found(text)).toEqual([]);
  });

  test("works within a plan, a state or both, sorted, and page by page", async () => {
    const { A, B, C, b } = await named("A", "B", "C", "b");
    await app.backend.run(async (ctx) => {
      for (const businessId of [B, C]) {
        const business = must(await ctx.db.get("businesses", businessId), "b");
        await grantPlan(ctx, business, "pro", "admin", 0);
      }
      const row = must(await subscriptionOf(ctx, C), "subscription");
      await ctx.db.patch("subscriptions", row._id, { state: "lapsed" });
      await listInDirectory(ctx, C);
    });
    expect(await found("", { sort: "newest" })).toEqual([b, C, B, A]);
    expect(await found("", { sort: "oldest" })).toEqual([A, B, C, b]);
    expect(await found("", { sort: "name" })).toEqual([A, B, b, C]);
    const pages = await all({ sort: "name" }, 1);
    expect(pages.map(({ name }) => name)).toEqual(["A", "B", "b", "C"]);
    for (const sort of ["newest", "name"] as const) {
      const pro = await found("", { plan: "pro", sort });
      expect(new Set(pro)).toEqual(new Set([B, C]));
      expect(await found("", { state: "lapsed", sort })).toEqual([C]);
      const lapsed = { state: "lapsed", sort } as const;
      expect(await found("", { ...lapsed, plan: "pro" })).toEqual([C]);
      expect(await found("", { ...lapsed, plan: "starter" })).toEqual([]);
    }
    expect(await found("b", { plan: "starter" })).toEqual([b]);
    expect(await found("c", { state: "lapsed" })).toEqual([C]);
    expect(await found("c", { state: "lapsed", plan: "starter" })).toEqual([]);
    expect(await found(C, { state: "active" })).toEqual([]);
    expect(await found(C, { plan: "pro" })).toEqual([C]);
  });

  test("finds each business once, whatever the page size, as a look at every name would", async () => {
    const word = fc.constantFrom("ba", "bar", "barb", "Bár", "x", "-", "ba r");
    const texts = fc.array(word, { minLength: 1, maxLength: 4 });
    const shops = await named("1", "2", "3", "4", "5");
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 5, maxLength: 5 }),
        texts,
        fc.integer({ min: 1, max: 4 }),
        async (names, typed, numItems) => {
          const text = typed.join(" ");
          for (const [i, id] of Object.values(shops).entries())
            await rename(id, must(names[i], "name").join(" "));
          const folded = fold(text);
          const meant = (await rows(app, "directory")).filter(
            ({ name, email, plan }) =>
              [name, email, plan].some((one) => fold(one).includes(folded)),
          );
          const given = await all({ text }, numItems);
          expect(given.map((one) => one.businessId).sort()).toEqual(
            (folded === "" ? [] : meant).map((one) => one.businessId).sort(),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test("reads no more where there are many businesses", async () => {
    const costOf = (text: string) =>
      app.backend.mutation(async (ctx) => {
        const page = { numItems: 20, cursor: null };
        const asked = { plan: null, state: null, sort: "name" } as const;
        await directoryPage(ctx, { ...asked, text }, page);
        return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
      });
    const cost = () => Promise.all(["ba", "", "example.com"].map(costOf));
    await named(...Array.from({ length: 25 }, (_, i) => `Barber ${i}`));
    const few = await cost();
    const barber = (n: number) => ({ name: `Barber ${n}` });
    const more = await copyRow(app, "businesses", 300, barber);
    await app.backend.run(async (ctx) => {
      for (const businessId of more) await listInDirectory(ctx, businessId);
    });
    expect(await cost()).toEqual(few);
    expect(few).toEqual([40, 20, 40]);
  });

  test("for a part of a word looks through 4,000 businesses a page, and loses none", async () => {
    const { Oldest } = await named("Oldest");
    const { _id, _creationTime, ...row } = must(
      (await rows(app, "directory"))[0],
      "row",
    );
    await app.backend.run(async (ctx) => {
      for (let i = 1; i <= 4_000; i += 1) {
        const name = i === 4_000 ? "coldest" : `${i}`;
        const nameKey = name;
        const createdAt = row.createdAt + i;
        await ctx.db.insert("directory", { ...row, name, nameKey, createdAt });
      }
    });
    const search = async (cursor: string | null, text = "ldest") =>
      await admin.query(api.admin.directory.search, {
        ...{ text, plan: "starter", state: null, sort: "name" },
        paginationOpts: { numItems: 20, cursor },
      });
    const first = await search(null);
    expect(first.page.map(({ name }) => name)).toEqual(["coldest"]);
    expect(first.isDone).toBe(false);
    const second = await search(first.continueCursor);
    expect(second.page.map((one) => one.businessId)).toEqual([Oldest]);
    expect(second.isDone).toBe(true);
  });
});
