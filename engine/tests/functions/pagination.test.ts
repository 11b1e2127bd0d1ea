import { expect, test } from "vitest";
import type { JsonObject } from "../../values/json.ts";
import {
  ANYONE,
  functionsOf,
  messageOf,
  type Failed,
} from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({ rows: defineTable({ list: v.string(), n: v.number(), pad: v.optional(v.string()) }).index("by_list", ["list", "n"]) });`,
  "rows.ts": `
    export const add = mutation({ args: { list: v.string(), ns: v.array(v.number()), pad: v.optional(v.string()) }, handler: async (ctx, { list, ns, pad }) => { for (const n of ns) await ctx.db.insert("rows", { list, n, ...(pad && { pad }) }); } });
    export const remove = mutation({ args: { list: v.string(), n: v.number() }, handler: async (ctx, { list, n }) => { const row = await ctx.db.query("rows").withIndex("by_list", (q) => q.eq("list", list).eq("n", n)).unique(); await ctx.db.delete(row._id); } });
    export const page = query({ args: { list: v.string(), opts: v.any(), order: v.optional(v.string()), min: v.optional(v.number()) }, handler: async (ctx, { list, opts, order, min }) => {
      let q = ctx.db.query("rows").withIndex("by_list", (q) => q.eq("list", list)).order(order ?? "asc");
      if (min !== undefined) q = q.filter((q) => q.gte(q.field("n"), min));
      const { page, ...rest } = await q.paginate(opts);
      return { ...rest, ns: page.map((row) => row.n) };
    } });
    export const twice = query({ args: {}, handler: async (ctx) => { const opts = { numItems: 1, cursor: null }; await ctx.db.query("rows").paginate(opts); await ctx.db.query("rows").paginate(opts); } });
    export const none = query({ args: {}, handler: async (ctx) => await ctx.db.query("nothing").paginate({ numItems: 5, cursor: null }) });`,
});

type Page = {
  ns: number[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: string | null;
};
let lists = 0;
async function newList(ns: number[], pad?: string): Promise<string> {
  const list = `list ${++lists}`;
  await app().mutation("rows:add", { list, ns, ...(pad && { pad }) });
  return list;
}
const page = (list: string, opts: JsonObject, more: JsonObject = {}) =>
  app().query("rows:page", {
    list,
    opts: { cursor: null, ...opts },
    ...more,
  }) as unknown as Promise<Page>;
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

test("[FN23] an end cursor pins the page: inserted rows show up, and the next page starts after it", async () => {
  const list = await newList([10, 20, 30, 40]);
  const first = await page(list, { numItems: 2 });
  expect(first).toMatchObject({ ns: [10, 20], isDone: false });
  await app().mutation("rows:add", { list, ns: [5, 15, 25] });
  const endCursor = first.continueCursor;
  const again = await page(list, { numItems: 2, endCursor });
  expect(again).toMatchObject({
    ns: [5, 10, 15, 20],
    continueCursor: endCursor,
  });
  const seen = await page(list, { numItems: 9, cursor: endCursor });
  expect(seen).toMatchObject({ ns: [25, 30, 40], isDone: true });
  await app().mutation("rows:remove", { list, n: 20 });
  expect((await page(list, { numItems: 2, endCursor })).ns).toEqual([
    5, 10, 15,
  ]);
});

test("[FN23] the journal pins a page like an end cursor", async () => {
  const list = await newList([1, 3]);
  const args = { list, opts: { numItems: 2, cursor: null } };
  const run = (journal: string | null) =>
    app().functions.runQuery("rows:page", args, ANYONE, journal);
  const { journal } = await run(null);
  expect(journal).toEqual(expect.any(String));
  await app().mutation("rows:add", { list, ns: [0, 2] });
  const { outcome, journal: same } = await run(journal);
  expect(same).toBe(journal);
  const seen = outcome.ok && (JSON.parse(outcome.value) as Page).ns;
  expect(seen).toEqual([0, 1, 2, 3]);
  const { journal: none } = await app().functions.runQuery(
    "rows:none",
    {},
    ANYONE,
    null,
  );
  expect(none).toEqual(expect.any(String));
});

test("[FN23] the same place gives the same cursor, and a missing table gives one empty page", async () => {
  const list = await newList(upTo(5));
  const [a, b] = [
    await page(list, { numItems: 2 }),
    await page(list, { numItems: 2 }),
  ];
  expect(a.continueCursor).toBe(b.continueCursor);
  const seen = await app().query("rows:none");
  expect(seen).toMatchObject({ page: [], isDone: true });
});

test("[FN23] limits on reads end a page early and say so", async () => {
  const list = await newList(upTo(10), "x".repeat(1000));
  const rows = await page(list, { numItems: 10, maximumRowsRead: 4 });
  expect(rows).toMatchObject({ ns: [0, 1, 2, 3], pageStatus: "SplitRequired" });
  const bytes = await page(list, { numItems: 10, maximumBytesRead: 3000 });
  expect(bytes.ns).toEqual([0, 1, 2]);
  expect(bytes.pageStatus).toBe("SplitRequired");
  // Documents that are filtered out still count as read.
  expect(
    await page(list, { numItems: 10, maximumRowsRead: 4 }, { min: 9 }),
  ).toMatchObject({ ns: [], isDone: false });
});

test("[FN23] a page can be split at its split cursor", async () => {
  const list = await newList(upTo(8));
  const whole = await page(list, { numItems: 6 });
  const middle = whole.splitCursor;
  const left = await page(list, { numItems: 99, endCursor: middle });
  const right = await page(list, {
    numItems: 99,
    cursor: middle,
    endCursor: whole.continueCursor,
  });
  expect(left.ns.length).toBeGreaterThan(0);
  expect(right.ns.length).toBeGreaterThan(0);
  expect([...left.ns, ...right.ns]).toEqual(whole.ns);
});

test("[FN24] a cursor of another query, or a made-up one, is refused so that usePaginatedQuery starts over", async () => {
  const list = await newList(upTo(5));
  const other = await newList(upTo(5));
  const { continueCursor } = await page(list, { numItems: 2 });
  const flipped =
    (continueCursor.startsWith("A") ? "B" : "A") + continueCursor.slice(1);
  for (const [where, cursor] of [
    [other, continueCursor],
    [list, flipped],
    [list, "made up"],
    [list, ""],
  ] as const) {
    const { failure } = (await page(where, { numItems: 2, cursor }).catch(
      (error: unknown) => error,
    )) as Failed;
    expect(failure.data).toEqual({
      isConvexSystemError: true,
      paginationError: "InvalidCursor",
    });
    expect(failure.message).toMatch(/\n(Uncaught \w+: )?InvalidCursor/);
  }
  expect(
    await messageOf(
      page(list, { numItems: 2, cursor: continueCursor }, { order: "desc" }),
    ),
  ).toContain("InvalidCursor");
});

test("[FN24] a cursor does not reveal the values it stands for", async () => {
  const list = await newList([123]);
  await app().mutation("rows:add", { list, ns: [456] });
  const { continueCursor } = await page(list, { numItems: 1 });
  const text = Buffer.from(continueCursor, "base64url").toString("latin1");
  expect(text).not.toContain(list);
});

test("[FN24] a function paginates once, and page sizes must make sense", async () => {
  expect(await messageOf(app().query("rows:twice"))).toBe(
    "Uncaught Error: This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
  );
  const list = await newList([1]);
  const sized = (numItems: number, more: JsonObject = {}) =>
    messageOf(page(list, { numItems, ...more }));
  expect(await sized(0)).toContain(
    "Must request at least 1 document while paginating",
  );
  expect(await sized(-1)).toContain("`options.numItems` must be");
  expect(await sized(32_001)).toContain("Requested too many items: 32001");
  expect(await sized(1, { maximumRowsRead: 0 })).toContain(
    "maximumRowsRead and maximumBytesRead must be greater than 0",
  );
});
