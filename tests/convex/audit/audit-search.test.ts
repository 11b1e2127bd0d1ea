/**
 * Searching the audit log: every search finds exactly what a plain filter over all rows would, newest first, in pages
 * of any size. Also what an owner sees of it. product.md O53.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc, Id } from "../../../convex/_generated/dataModel.js";
import { record } from "../../../convex/audit/data/log.ts";
import { auditPage } from "../../../convex/admin/data/auditPages.ts";
import type { AuditAction } from "../../../convex/audit/rules/entries.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, rows, type App, type Shop } from "../open-app.ts";
import { failsWith } from "../base/calls.ts";
import { NOON } from "../fake-clock.ts";

const ACTIONS = ["planGranted", "viewBegan", "supportAnswered"] as const;
let app: App;
let admins: Awaited<ReturnType<App["adminUser"]>>[];
let shops: Shop[];
let all: Doc<"auditEvents">[];

beforeAll(async () => {
  app = await openApp();
  shops = [await app.shop(), await app.shop(), await app.shop()];
  admins = [
    await app.adminUser({ email: "ann@example.com" }),
    await app.adminUser({ email: "ben@example.com" }),
  ];
  await app.backend.run(async (ctx) => {
    // Four events share a moment.
    for (let n = 0; n < 60; n += 1) {
      const admin = must(admins[n % 2], "admin");
      const shop = must(shops[n % 3], "shop");
      await record(
        ctx,
        {
          actor: { kind: "admin", userId: admin.userId },
          action: must(ACTIONS[n % ACTIONS.length], "action"),
          businessId: n % 5 === 0 ? null : shop.businessId,
          ...(n % 5 === 0 && { subject: "nobody" }),
          after: { n },
        },
        NOON + Math.floor(n / 4),
      );
    }
    await ctx.db.insert("authAccounts", {
      userId: must(admins[0], "ann").userId,
      ...{ provider: "password", providerAccountId: "ann@example.com" },
    });
  });
  all = await rows(app, "auditEvents");
});

type Asked = {
  text?: string;
  action?: AuditAction | null;
  businessId?: string | null;
  from?: number | null;
  to?: number | null;
};

async function page(asked: Asked, numItems: number, cursor: string | null) {
  const nothing = { text: "", action: null, businessId: null } as const;
  return await must(admins[0], "admin").caller.query(api.admin.audit.search, {
    ...{ ...nothing, from: null, to: null },
    ...asked,
    paginationOpts: { numItems, cursor },
  });
}

/** The results of all pages. */
async function found(asked: Asked, numItems: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null, turn = 0; turn < 200; turn += 1) {
    const answer = await page(asked, numItems, cursor);
    expect(answer.page.length).toBeLessThanOrEqual(numItems);
    ids.push(...answer.page.map(({ eventId }) => eventId));
    if (answer.isDone) return ids;
    cursor = answer.continueCursor;
  }
  throw new Error("pages without end");
}

const expected = (fits: (row: Doc<"auditEvents">) => boolean): string[] =>
  all
    .filter(fits)
    .sort((a, b) => b.at - a.at || b._creationTime - a._creationTime)
    .map(({ _id }) => _id);

const shop = (n: number) => must(shops[n], "shop").businessId;
const ann = () => must(admins[0], "ann").userId as string;

/** A search, and the filter that a plain look through all rows would use. */
const searches: [string, () => Asked, (row: Doc<"auditEvents">) => boolean][] =
  [
    ["everything", () => ({}), () => true],
    [
      "one kind",
      () => ({ action: "viewBegan" }),
      ({ action }) => action === "viewBegan",
    ],
    [
      "one business",
      () => ({ businessId: shop(1) }),
      ({ businessId }) => businessId === shop(1),
    ],
    [
      "one kind in one business",
      () => ({ businessId: shop(0), action: "planGranted" }),
      (row) => row.businessId === shop(0) && row.action === "planGranted",
    ],
    [
      "a time: from the first that counts to the first that does not",
      () => ({ from: NOON + 2, to: NOON + 9 }),
      ({ at }) => at >= NOON + 2 && at < NOON + 9,
    ],
    [
      "how words of names begin",
      () => ({ text: " SHO " }),
      ({ businessId }) => businessId !== null,
    ],
    [
      "an owner's address: their business",
      () => ({ text: "owner2@example.com" }),
      ({ businessId }) => businessId === shop(1),
    ],
    [
      "an admin's address: what they did",
      () => ({ text: "Ann@Example.com" }),
      ({ actor }) => actor.userId === ann(),
    ],
    [
      "an id of a business",
      () => ({ text: shop(2) }),
      ({ businessId }) => businessId === shop(2),
    ],
    [
      "an id of an admin, in a time",
      () => ({ text: ann(), from: NOON + 3 }),
      ({ actor, at }) => actor.userId === ann() && at >= NOON + 3,
    ],
    ["a name of nobody", () => ({ text: "zebra" }), () => false],
    ["a text of 10 kB", () => ({ text: "shop ".repeat(2_000) }), () => false],
    ["an id of another table", () => ({ businessId: ann() }), () => false],
    ["no id", () => ({ businessId: "nonsense" }), () => false],
  ];

describe("searching", () => {
  test.each(searches)("%s", async (_, asked, fits) => {
    for (const size of [1, 7, 50])
      expect(await found(asked(), size)).toEqual(expected(fits));
  });

  test("gives at most fifty rows a page, and refuses an invalid cursor", async () => {
    expect((await page({}, 10_000, null)).page).toHaveLength(50);
    for (const cursor of ["", "x", "1 2", "1 2 3 4", "NaN 1 a"])
      await failsWith(page({}, 5, cursor), "invalidInput");
  });

  test("shows who, what, the business by its name of that time, before and after", async () => {
    const asked = { businessId: shop(2), to: NOON + 100 };
    expect((await page(asked, 1, null)).page[0]).toMatchObject({
      at: NOON + 14,
      by: { kind: "admin", email: "ben@example.com" },
      action: "supportAnswered",
      ...{ businessId: shop(2), subject: "Shop 3" },
      ...{ before: null, after: { n: 59 } },
    });
  });

  test("says what a text means, and when it means more than is searched", async () => {
    const { caller } = must(admins[0], "admin");
    const meant = (text: string) =>
      caller.query(api.admin.audit.meant, { text });
    expect(await meant("shop 2")).toEqual({
      businesses: [{ businessId: shop(1), name: "Shop 2" }],
      more: false,
    });
    const nothing = { businesses: [], more: false };
    expect(await meant("zebra")).toEqual(nothing);
    expect(await meant(" ")).toEqual(nothing);
    expect(await meant("shop ".repeat(2_000))).toEqual(nothing);
    expect((await meant("shop")).businesses).toHaveLength(3);
    for (let n = 0; n < 8; n += 1) await app.shop();
    expect(await meant("shop")).toMatchObject({ more: true });
  });
});

test("an owner sees admins' actions on their business, newest first, without admins or other businesses", async () => {
  const { owner, businessId } = must(shops[0], "shop");
  const seen = await owner.query(api.admin.audit.ofMine, {
    paginationOpts: { numItems: 100, cursor: null },
  });
  const ids = expected(
    (row) => row.businessId === businessId && row.actor.kind === "admin",
  );
  expect(seen.page.map(({ eventId }) => eventId)).toEqual(ids);
  expect(ids.length).toBeGreaterThan(5);
  for (const { userId } of admins)
    expect(JSON.stringify(seen)).not.toContain(userId satisfies Id<"users">);
  expect(JSON.stringify(seen)).not.toContain("@example.com");
});

test("a search reads no more where there are many rows", async () => {
  const large = await openApp();
  const shop = await large.shop();
  const { userId } = await large.adminUser({ email: "ann@example.com" });
  const plant = () =>
    large.backend.run(async (ctx) => {
      for (let n = 0; n < 600; n += 1) {
        const { businessId } = shop;
        const actor = { kind: "admin", userId } as const;
        const action = n % 200 === 0 ? "viewBegan" : "planGranted";
        await record(ctx, { actor, action, businessId }, NOON + n);
      }
    });
  const asked = [
    {},
    { text: "Shop" },
    { text: userId },
    { text: userId, action: "viewBegan" },
    { action: "viewBegan" },
  ] as const;
  const costs = () =>
    Promise.all(
      asked.map((one) =>
        large.backend.mutation(async (ctx) => {
          const none = { text: "", action: null, businessId: null };
          const wanted = { ...none, from: null, to: null, ...one };
          await auditPage(ctx, wanted, { cursor: null, numItems: 2 });
          return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
        }),
      ),
    );
  await plant();
  const few = await costs();
  await plant();
  expect(await costs()).toEqual(few);
  expect(Math.max(...few)).toBeLessThan(600);
});
