import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../values/json.ts";
import { ANYONE, functionsOf, messageOf } from "./open-functions.ts";

let lines: readonly string[] = [];
const app = functionsOf(
  {
    "schema.ts": `export default defineSchema({ rows: defineTable({ n: v.number() }).index("by_n", ["n"]), big: defineTable({ text: v.string() }) });`,
    "limits.ts": `
    export const write = mutation({ args: { from: v.number(), count: v.number() }, handler: async (ctx, { from, count }) => { for (let n = from; n < from + count; n++) await ctx.db.insert("rows", { n }); } });
    export const writeBytes = mutation({ args: { count: v.number(), size: v.number() }, handler: async (ctx, { count, size }) => { const text = "x".repeat(size); for (let i = 0; i < count; i++) await ctx.db.insert("big", { text }); } });
    export const read = query({ args: { count: v.number() }, handler: async (ctx, { count }) => (await ctx.db.query("rows").take(count)).length });
    export const ranges = query({ args: { count: v.number() }, handler: async (ctx, { count }) => { for (let i = 0; i < count; i++) await ctx.db.query("rows").withIndex("by_n", (q) => q.eq("n", -1 - i)).first(); return count; } });
    export const deep = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("free", { value: Array(12).fill().reduce((inner) => [inner], 1) }); } });
    export const schedule = mutation({ args: { count: v.number(), size: v.number(), away: v.optional(v.number()) }, handler: async (ctx, { count, size, away }) => { for (let i = 0; i < count; i++) await ctx.scheduler.runAfter(away ?? 1e6, anyApi.limits.job, { text: "x".repeat(size) }); } });
    export const large = mutation({ args: { size: v.number() }, handler: (_ctx, { size }) => "x".repeat(size) });
    export const job = mutation({ args: { text: v.string() }, handler: async () => null });
    export const metrics = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("rows", { n: -1 }); await ctx.db.query("rows").first(); await ctx.scheduler.runAfter(1e6, anyApi.limits.job, { text: "x" });
      const m = JSON.parse(await Convex.asyncSyscall("1.0/getTransactionMetrics", "{}")); return Object.fromEntries(Object.entries(m).map(([k, { used, remaining }]) => [k, [used, used + remaining]])); } });
    export const jobs = query({ args: {}, handler: async (ctx) => (await ctx.db.system.query("_scheduled_functions").order("desc").take(1)).map(({ _id }) => _id) });
    export const stateOf = query({ args: { id: v.string() }, handler: async (ctx, { id }) => (await ctx.db.system.get(id)).state.kind });
    export const missing = mutation({ args: { name: v.string() }, handler: (ctx, { name }) => ctx.scheduler.runAfter(0, name, {}) });
    export const cancels = mutation({ args: { id: v.string() }, handler: (ctx, { id }) => ctx.scheduler.cancel(id) });`,
  },
  { onCall: ({ logLines }) => void (lines = logLines) },
);
const HELP =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";
const write = (from: number, count: number) =>
  app().mutation("limits:write", { from, count });

describe("a transaction", () => {
  test("[FN31] schedules at most 1000 functions, with arguments of at most 16 MiB together", async () => {
    const schedule = (count: number, size: number, away?: number) =>
      messageOf(
        app().mutation("limits:schedule", {
          count,
          size,
          ...(away !== undefined && { away }),
        }),
      );
    expect(await schedule(1000, 1)).toBe("no error but null");
    expect(await schedule(1001, 1)).toBe(
      "Uncaught Error: Too many functions scheduled by this mutation (limit: 1000)",
    );
    // More than a user's document may have.
    expect(await schedule(1, (16 << 20) - 100)).toBe("no error but null");
    expect(await schedule(17, 1_000_000)).toBe(
      "Uncaught Error: Too large total size of the arguments of scheduled functions from this mutation (limit: 16777216 bytes)",
    );
    expect(await schedule(1, 1, 6 * 366 * 24 * 3600 * 1000)).toContain(
      "is more than 5 years in the future",
    );
  });

  test("[FN31] logs a warning near a limit", async () => {
    const of = async (name: string, args: Record<string, JsonValue>) => {
      const { functions } = app();
      const ended =
        name === "read" || name === "ranges"
          ? (await functions.runQuery(`limits:${name}`, args, ANYONE, null))
              .outcome
          : await functions.runMutation(`limits:${name}`, args, ANYONE);
      return ended.logLines;
    };
    const warning = (text: string): unknown[] => [
      expect.stringContaining(text),
    ];
    await write(50_000, 13_000);
    await write(70_000, 13_000);
    expect(await of("read", { count: 25_600 })).toEqual([]);
    expect(await of("read", { count: 25_601 })).toEqual([
      `[WARN] Many documents read in a single function execution (actual: 25601, limit: 32000). ${HELP}`,
    ]);
    expect(await of("ranges", { count: 3277 })).toEqual([
      `[WARN] Many reads in a single function execution (actual: 3277, limit: 4096). ${HELP}`,
    ]);
    expect(await of("write", { from: 0, count: 12_801 })).toEqual([
      "[WARN] Many writes in a single function execution (actual: 12801, limit: 16000).",
    ]);
    const seen = await of("writeBytes", { count: 1, size: 900_000 });
    expect(seen).toEqual(warning("[WARN] Large document written with ID"));
    expect(await of("writeBytes", { count: 27, size: 500_000 })).toEqual(
      warning("[WARN] Many bytes written in a single function execution"),
    );
    expect(await of("schedule", { count: 801, size: 1 })).toEqual([
      "[WARN] Many functions scheduled by this mutation (actual: 801, limit: 1000).",
    ]);
    expect(await of("schedule", { count: 1, size: 5 << 20 })).toEqual([
      "[WARN] Large arguments for a single scheduled function from this mutation. This will become a hard error in the future (actual: 5242891 bytes, limit: 4194304 bytes).",
    ]);
    expect(await of("schedule", { count: 27, size: 500_000 })).toEqual(
      warning(
        "[WARN] Large total size of the arguments of scheduled functions",
      ),
    );
    expect(await of("job", { text: "x".repeat(14_000_000) })).toEqual(
      warning("[WARN] Large size of the function arguments (actual: 14000011"),
    );
    expect(await of("large", { size: 14_000_000 })).toEqual(
      warning("[WARN] Large size of the function return value"),
    );
    expect(await of("deep", {})).toEqual([
      expect.stringMatching(
        /^\[WARN\] Deeply nested document written with ID "\w+" \(actual: 13 levels, limit: 16 levels\)\.$/,
      ),
    ]);
  });

  test("[FN31] reports how much it has used", async () => {
    expect(await app().mutation("limits:metrics")).toEqual({
      bytesRead: [expect.any(Number), 16 << 20],
      bytesWritten: [expect.any(Number), 16 << 20],
      databaseQueries: [1, 4096],
      documentsRead: [1, 32_000],
      documentsWritten: [1, 16_000],
      functionsScheduled: [1, 1000],
      scheduledFunctionArgsBytes: [expect.any(Number), 16 << 20],
    });
  });
});

test("[FN32] a scheduled mutation that cancels itself gets a warning and continues", async () => {
  await app().mutation("limits:schedule", { count: 1, size: 7 });
  const { functions } = app();
  const [id] = (await app().query("limits:jobs")) as [string];
  const outcome = await functions.jobs.runMutation(
    ...(["limits:cancels", { id }, id] as const),
    { before: () => true, after: () => undefined },
  );
  expect(outcome).toEqual({ ok: true });
  expect(lines).toEqual([
    "[WARN] A scheduled mutation canceling itself is deprecated and will throw an error in a future version of Convex.",
  ]);
  expect(await app().query("limits:stateOf", { id })).toBe("pending");
});

test("[SC12] a scheduled mutation that is called off before its turn writes nothing", async () => {
  const { functions } = app();
  const before = await app().query("limits:jobs");
  let isOver = false;
  const outcome = await functions.jobs.runMutation(
    ...(["limits:schedule", { count: 1, size: 7 }, null] as const),
    { before: () => false, after: () => (isOver = true) },
  );
  expect({ outcome, isOver }).toEqual({ outcome: { ok: true }, isOver: false });
  expect(await app().query("limits:jobs")).toEqual(before);
});

test("[FN32] scheduling: only functions that exist can be scheduled", async () => {
  const schedule = (name: string) =>
    messageOf(app().mutation("limits:missing", { name }));
  expect(await schedule("nowhere:x")).toBe(
    "Uncaught Error: Attempted to schedule function at nonexistent path: nowhere.js",
  );
  expect(await schedule("limits:x")).toBe(
    "Uncaught Error: Attempted to schedule function, but no exported function x found in the file: limits.js. Did you forget to export it?",
  );
});

test("[FN32] scheduling: only ids of scheduled functions can be canceled", async () => {
  const cancel = (id: string) =>
    messageOf(app().mutation("limits:cancels", { id }));
  expect(await cancel("nonsense")).toContain(
    "Invalid argument `id` for `db.cancel_job`: Unable to decode ID",
  );
  const { newId } = await import("../../values/ids.ts");
  const table = app().store.catalog.table("rows")?.number ?? 0;
  expect(await cancel(newId(table))).toContain(
    'expected to be an Id<"_scheduled_functions">, got Id<"rows"> instead.',
  );
});
