/** Plain reads and writes, with the table and value of the case. */
import { v, type Value } from "convex/values";
import { mutation, query } from "./functions";

type Row = Record<string, Value>;
const id = v.string();
const value = v.any();
export const insert = mutation({
  args: { table: v.string(), value },
  handler: (ctx, args) => ctx.db.insert(args.table, args.value as Row),
});

export const insertAll = mutation({
  args: { table: v.string(), values: v.array(value) },
  handler: async (ctx, { table, values }) => {
    const ids = [];
    for (const one of values) ids.push(await ctx.db.insert(table, one as Row));
    return ids;
  },
});

export const get = query({
  args: { id },
  handler: (ctx, args) => ctx.db.get(args.id as never),
});

export const patch = mutation({
  args: { id, value, unset: v.optional(v.array(v.string())) },
  handler: (ctx, args) => {
    const unset = (args.unset ?? []).map((field) => [field, undefined]);
    return ctx.db.patch(args.id as never, {
      ...(args.value as Row),
      ...(Object.fromEntries(unset) as Row),
    });
  },
});

export const replace = mutation({
  args: { id, value },
  handler: (ctx, args) => ctx.db.replace(args.id as never, args.value as Row),
});
export const remove = mutation({
  args: { id },
  handler: (ctx, args) => ctx.db.delete(args.id as never),
});

/** Documents of a table without their system fields, in order of creation. */
export const list = query({
  args: { table: v.string() },
  handler: async (ctx, { table }) =>
    (await ctx.db.query(table).collect()).map(
      ({ _id, _creationTime, ...fields }) => fields,
    ),
});

export const normalize = query({
  args: { table: v.string(), id },
  handler: (ctx, args) => ctx.db.normalizeId(args.table, args.id),
});

/** Inserts a document with some undefined fields. */
export const insertUndefined = mutation({
  args: {},
  handler: async (ctx) => {
    const made = await ctx.db.insert("things", {
      kept: null,
      dropped: undefined as unknown as Value,
      deep: { kept: 1, dropped: undefined },
    });
    const back = await ctx.db.get(made);
    return {
      fields: Object.keys(back ?? {}).sort(),
      deep: Object.keys(back?.["deep"] as Row),
    };
  },
});

/** The JavaScript types of the values that come back. */
export const kinds = mutation({
  args: { value },
  handler: async (ctx, args) => {
    const made = await ctx.db.insert("things", { value: args.value as Value });
    const { value: back } = (await ctx.db.get(made)) as unknown as Row;
    return Object.prototype.toString.call(back);
  },
});

export const ownWrites = mutation({
  args: {},
  handler: async (ctx) => {
    const [a, b] = [
      await ctx.db.insert("things", { k: 1 }),
      await ctx.db.insert("things", { k: 0 }),
    ];
    await ctx.db.patch(a, { k: 2 });
    await ctx.db.delete(b);
    const c = await ctx.db.insert("things", { k: 1 });
    const rows = await ctx.db.query("things").withIndex("by_k").collect();
    return {
      ks: rows.map((row) => row["k"] as number),
      isSame: rows[1]?._id === a && rows[0]?._id === c,
      gone: (await ctx.db.get(b)) === null,
    };
  },
});

/** Creation times rise within one transaction. */
export const times = mutation({
  args: {},
  handler: async (ctx) => {
    for (let k = 0; k < 5; k++) await ctx.db.insert("things", { k });
    const rows = await ctx.db.query("things").collect();
    return rows.every(
      (row, i) =>
        i === 0 || row._creationTime > (rows[i - 1]?._creationTime ?? Infinity),
    );
  },
});

/** Empties every table, so that each case starts with nothing. */
export const reset = mutation({
  args: {},
  handler: async (ctx) => {
    for (const table of ["things", "people", "texts", "unschemed"])
      for (const row of await ctx.db.query(table).collect())
        await ctx.db.delete(row._id);
  },
});
