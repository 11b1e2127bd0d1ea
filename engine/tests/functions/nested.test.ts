import { describe, expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({ notes: defineTable({ run: v.string(), text: v.string() }).index("by_run", ["run"]) });`,
  "notes.ts": `
    const texts = async (ctx, run) => (await ctx.db.query("notes").withIndex("by_run", (q) => q.eq("run", run)).collect()).map((n) => n.text);
    const args = { run: v.string() };
    export const list = query({ args, handler: (ctx, { run }) => texts(ctx, run) });
    export const add = internalMutation({ args: { run: v.string(), text: v.string(), fail: v.optional(v.boolean()) }, handler: async (ctx, { run, text, fail }) => {
      const id = await ctx.db.insert("notes", { run, text });
      if (fail) throw new ConvexError({ kept: false, text });
      return id;
    } });
    export const parallel = mutation({ args, handler: async (ctx, { run }) => {
      const results = await Promise.allSettled([
        ctx.runMutation(anyApi.notes.add, { run, text: "1" }),
        ctx.runMutation(anyApi.notes.add, { run, text: "2", fail: true }),
        ctx.db.insert("notes", { run, text: "own" }),
        ctx.runMutation(anyApi.notes.add, { run, text: "3" }),
      ]);
      return { results: results.map((r) => r.status), seen: await texts(ctx, run) };
    } });
    export const notAwaited = mutation({ args, handler: async (ctx, { run }) => { void ctx.runMutation(anyApi.notes.add, { run, text: "not awaited" }); } });
    export const snapshot = mutation({ args, handler: async (ctx, { run }) => {
      await ctx.db.insert("notes", { run, text: "mine" });
      const call = (udfType) => Convex.asyncSyscall("1.0/runUdf", JSON.stringify({ udfType, name: "notes:list", args: { run } }));
      return [JSON.parse(await call("query")), JSON.parse(await call("snapshotQuery"))];
    } });
    export const queryCallsMutation = query({ args, handler: (_ctx, { run }) => Convex.asyncSyscall("1.0/runUdf", JSON.stringify({ udfType: "mutation", name: "notes:add", args: { run, text: "x" } })) });
    export const callsAction = mutation({ args: {}, handler: () => Convex.asyncSyscall("1.0/runUdf", JSON.stringify({ udfType: "action", name: "notes:act", args: {} })) });
    export const act = action({ args: {}, handler: async () => null });
    export const deeper = query({ args: { levels: v.number() }, handler: async (ctx, { levels }) => levels === 0 ? "bottom" : await ctx.runQuery(anyApi.notes.deeper, { levels: levels - 1 }) });
    export const callsMissing = query({ args: {}, handler: (ctx) => ctx.runQuery(anyApi.notes.missing, {}) });
    export const callsWrongly = query({ args: {}, handler: (ctx) => ctx.runQuery(anyApi.notes.add, { run: "x", text: "y" }) });
    export const badResult = mutation({ args, handler: async (ctx, { run }) => { try { await ctx.runMutation(anyApi.notes.wrongReturn, { run }); } catch (e) { return [e.message.split("\\n")[0], await texts(ctx, run)]; } } });
    export const wrongReturn = internalMutation({ args, returns: v.string(), handler: async (ctx, { run }) => { await ctx.db.insert("notes", { run, text: "x" }); return 1; } });
    export const limited = mutation({ args: { run: v.string(), count: v.number(), limits: v.any() }, handler: async (ctx, { run, count, limits }) => {
      await ctx.db.insert("notes", { run, text: "own" });
      const result = await ctx.runMutation(anyApi.notes.addMany, { run, count }, { transactionLimits: limits }).catch((e) => e.message.split(". ")[0]);
      await ctx.runMutation(anyApi.notes.addMany, { run, count: 9 });
      return [result, (await texts(ctx, run)).length];
    } });
    export const addMany = internalMutation({ args: { run: v.string(), count: v.number() }, handler: async (ctx, { run, count }) => {
      for (let i = 0; i < count; i++) { await ctx.db.insert("notes", { run, text: "x" }); await ctx.scheduler.runAfter(1e6, anyApi.notes.add, { run, text: "late" }); }
      await texts(ctx, run);
      const { documentsWritten, documentsRead } = await ctx.meta.getTransactionMetrics();
      return [documentsWritten, documentsRead.remaining];
    } });
    export const handle = mutation({ args, handler: async (ctx, { run }) => {
      const h = JSON.parse(await Convex.asyncSyscall("1.0/createFunctionHandle", JSON.stringify({ name: "notes:add" })));
      await ctx.runMutation(h, { run, text: "by handle" });
      return [h, await texts(ctx, run)];
    } });
    export const component = query({ args: {}, handler: () => Convex.asyncSyscall("1.0/runUdf", JSON.stringify({ udfType: "query", reference: "_reference/childComponent/x/y", args: {} })) });`,
});

let runs = 0;
const newRun = () => ({ run: `run ${++runs}` });

describe("rollback", () => {
  test("[FN12] concurrent calls run one after another, and each is undone alone", async () => {
    expect(await app().mutation("notes:parallel", newRun())).toEqual({
      results: ["fulfilled", "rejected", "fulfilled", "fulfilled"],
      seen: ["1", "own", "3"],
    });
  });

  test("[FN12] a nested call that is not awaited still runs to its end", async () => {
    const run = newRun();
    await app().mutation("notes:notAwaited", run);
    expect(await app().query("notes:list", run)).toEqual(["not awaited"]);
  });

  test("[FN12] a result that does not match undoes the nested call", async () => {
    expect(await app().mutation("notes:badResult", newRun())).toEqual([
      "ReturnsValidationError: Value does not match validator.",
      [],
    ]);
  });
});

describe("transactionLimits", () => {
  const limited = (count: number, limits: Record<string, number | string>) =>
    app().mutation("notes:limited", { ...newRun(), count, limits });

  test("[FN31] count from what is used, and end with the call", async () => {
    expect(
      await limited(2, {
        documentsWritten: 2,
        documentsRead: 3,
        functionsScheduled: 2,
      }),
    ).toEqual([[{ used: 3, remaining: 0 }, 0], 12]);
  });

  test("[FN31] a nested mutation that exceeds them is undone", async () => {
    for (const [limits, text] of [
      [
        { documentsWritten: 2 },
        "Too many writes in a single function execution (limit: 3)",
      ],
      [
        { bytesWritten: 100 },
        "Too many bytes written in a single function execution (limit: ",
      ],
      [
        { documentsRead: 2 },
        "Too many documents read in a single function execution (limit: 2)",
      ],
      [
        { functionsScheduled: 1 },
        "Too many functions scheduled by this mutation (limit: 1)",
      ],
      ...[-1, 1.5, "5"].map(
        (bytesRead) =>
          [
            { bytesRead },
            "Invalid argument `transactionLimits.bytesRead` for `runUdf`",
          ] as const,
      ),
    ] as const)
      expect(await limited(3, limits)).toEqual([
        expect.stringContaining(text),
        10,
      ]);
  });
});

describe("which function calls which", () => {
  test("[FN13] a snapshot query does not see the caller's writes", async () => {
    const run = newRun();
    expect(await app().mutation("notes:snapshot", run)).toEqual([["mine"], []]);
  });

  test("[FN13] a query cannot call a mutation, and a mutation cannot call an action", async () => {
    expect(
      await messageOf(app().query("notes:queryCallsMutation", newRun())),
    ).toBe(
      "Uncaught Error: Cannot call a mutation function from a Query function",
    );
    expect(await messageOf(app().mutation("notes:callsAction"))).toBe(
      'Uncaught Error: Invalid argument `udfType` for `runUdf`: "action"',
    );
    expect(await messageOf(app().query("notes:callsWrongly"))).toBe(
      "Uncaught Error: Trying to execute notes.js:add as Query, but it is defined as Mutation.",
    );
    expect(await messageOf(app().query("notes:callsMissing"))).toBe(
      "Uncaught Error: Could not find public function for 'notes:missing'.",
    );
  });

  test("[FN13] calls nest eight levels deep", async () => {
    expect(await app().query("notes:deeper", { levels: 8 })).toBe("bottom");
    expect(
      await messageOf(app().query("notes:deeper", { levels: 9 })),
    ).toContain(
      "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
    );
  });

  test("[FN13] a function handle calls a function of the deployment; a missing component is refused", async () => {
    const [handle, seen] = (await app().mutation("notes:handle", newRun())) as [
      string,
      string[],
    ];
    expect(handle).toMatch(/^function:\/\//);
    expect(seen).toEqual(["by handle"]);
    expect(await messageOf(app().query("notes:component"))).toContain(
      'Child component "x" not found',
    );
  });
});
