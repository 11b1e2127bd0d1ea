/** Queries in every form, as the case asks. */
import { type FilterBuilder } from "convex/server";
import { v } from "convex/values";
import { query } from "./functions";

/** `["gt", "a", 1]`; the text "undefined" stands for undefined, which cannot be sent. */
type Comparison = [op: "eq" | "gt" | "gte" | "lt" | "lte", string, unknown];
type Range = Record<Comparison[0], (field: string, value: unknown) => Range>;
const real = (value: unknown) => (value === "undefined" ? undefined : value);
const order = v.optional(v.union(v.literal("asc"), v.literal("desc")));

export const range = query({
  args: { index: v.string(), range: v.array(v.array(v.any())), order },
  handler: async (ctx, args) => {
    const comparisons = args.range as Comparison[];
    const rows = await ctx.db
      .query("things")
      .withIndex(
        args.index,
        (q) =>
          comparisons.reduce(
            (built: Range, [op, field, value]) => built[op](field, real(value)),
            q as unknown as Range,
          ) as never,
      )
      .order(args.order ?? "asc")
      .collect();
    return rows.map((row) => row["n"] as number);
  },
});

/** `{op: "gt", of: [{field: "a"}, {literal: 1}]}` */
type Expression =
  | { field: string }
  | { literal: unknown }
  | { op: string; of: Expression[] };

export const filter = query({
  args: { expression: v.any() },
  handler: async (ctx, args) => {
    const rows = await ctx.db
      .query("things")
      .filter((q) => build(q, args.expression as Expression) as never)
      .collect();
    return rows.map((row) => row["n"] as number);
  },
});

function build(q: FilterBuilder<never>, expression: Expression): unknown {
  if ("field" in expression) return q.field(expression.field as never);
  if ("literal" in expression) return real(expression.literal);
  const operators = q as unknown as Record<
    string,
    (...of: unknown[]) => unknown
  >;
  return operators[expression.op]?.(
    ...expression.of.map((part) => build(q, part)),
  );
}

export const ways = query({
  args: {},
  handler: async (ctx) => {
    const all = () => ctx.db.query("things");
    const n = (row: Record<string, unknown> | null) =>
      row === null ? null : (row["n"] as number);
    const iterated: unknown[] = [];
    for await (const row of all()) {
      iterated.push(n(row));
      if (iterated.length === 2) break;
    }
    return {
      first: n(await all().first()),
      last: n(await all().order("desc").first()),
      take: (await all().take(2)).map(n),
      zero: await all().take(0),
      count: await (all() as unknown as { count(): Promise<number> }).count(),
      unique: n(
        await all()
          .filter((q) => q.eq(q.field("n"), 3))
          .unique(),
      ),
      iterated: iterated as number[],
      none: await ctx.db.query("texts").first(),
    };
  },
});

export const unique = query({
  args: {},
  handler: (ctx) => ctx.db.query("things").unique(),
});

export const page = query({
  args: { opts: v.any(), order, min: v.optional(v.number()) },
  handler: async (ctx, { opts, order: wanted, min }) => {
    const rows = ctx.db.query("things").order(wanted ?? "asc");
    const found =
      min === undefined ? rows : rows.filter((q) => q.gte(q.field("n"), min));
    const {
      page: documents,
      isDone,
      continueCursor,
    } = await found.paginate(opts as never);
    return {
      ns: documents.map((row) => row["n"] as number),
      isDone,
      continueCursor,
    };
  },
});

export const search = query({
  args: { text: v.string(), kind: v.optional(v.string()) },
  handler: async (ctx, { text, kind }) => {
    const rows = await ctx.db
      .query("texts")
      .withSearchIndex("by_body", (q) => {
        const searched = q.search("body", text);
        return kind === undefined
          ? searched
          : searched.eq("kind" as never, kind as never);
      })
      .collect();
    return rows.map((row) => row["body"] as string);
  },
});
