import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../values/json.ts";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf({
  "schema.ts": `export default defineSchema({
    people: defineTable({ name: v.string(), age: v.optional(v.number()) }).index("by_name", ["name"]),
    pets: defineTable({ name: v.string() }),
  });`,
  "db.ts": `
    export const insert = mutation({ args: { table: v.string(), value: v.any() }, handler: (ctx, { table, value }) => ctx.db.insert(table, value) });
    export const get = query({ args: { id: v.any(), table: v.optional(v.string()) }, handler: (ctx, { id, table }) => table ? ctx.db.get(table, id) : ctx.db.get(id) });
    export const systemGet = query({ args: { id: v.any() }, handler: (ctx, { id }) => ctx.db.system.get(id) });
    export const patch = mutation({ args: { id: v.string(), value: v.any() }, handler: async (ctx, { id, value }) => { await ctx.db.patch(id, value); return await ctx.db.get(id); } });
    export const file = mutation({ args: { id: v.string(), drop: v.optional(v.boolean()) }, handler: async (ctx, { id, drop }) => { if (drop) await ctx.storage.delete(id); return [await ctx.storage.getUrl(id), await ctx.storage.getMetadata(id)]; } });
    export const uploadUrl = mutation({ args: {}, handler: (ctx) => ctx.storage.generateUploadUrl() });
    export const count = query({ args: { table: v.string() }, handler: (ctx, { table }) => ctx.db.query(table).count() });
    export const raw = mutation({ args: { op: v.string(), args: v.any() }, handler: async (_ctx, { op, args }) => JSON.parse(await Convex.asyncSyscall(op, JSON.stringify(args))) });
    export const rawSync = query({ args: { op: v.string() }, handler: async (_ctx, { op }) => Convex.syscall(op, "{}") });
    export const rawInQuery = query({ args: {}, handler: async () => Convex.asyncSyscall("1.0/insert", JSON.stringify({ table: "pets", value: { name: "x" } })) });`,
});

const insert = (table: string, value: Record<string, unknown>) =>
  app().mutation("db:insert", {
    table,
    value: value as never,
  }) as Promise<string>;

test("[FN1] system fields may be repeated but not changed", async () => {
  const id = await insert("pets", { name: "Rex" });
  const { _creationTime } = (await app().query("db:get", { id })) as {
    _creationTime: number;
  };
  const patch = (value: JsonObject) =>
    messageOf(app().mutation("db:patch", { id, value }));
  expect(await patch({ _id: id, _creationTime, name: "Max" })).toContain(
    '"name":"Max"',
  );
  const other = await insert("pets", { name: "Al" });
  expect(await patch({ _id: other })).toBe(
    `Uncaught Error: Provided document ID "${id}" doesn't match '_id' field "${other}"`,
  );
  expect(await patch({ _creationTime: 1 })).toContain(
    `Uncaught Error: Provided creation time ${_creationTime} doesn't match '_creationTime' field in {`,
  );
  expect(await messageOf(insert("pets", { name: "x", _id: id }))).toContain(
    `doesn't match '_id' field "${id}"`,
  );
});

describe("ids", () => {
  test("[FN2] an id that cannot be decoded is refused with the reason", async () => {
    expect(await messageOf(app().query("db:get", { id: "abc" }))).toBe(
      "Uncaught Error: Invalid argument `id` for `db.get`: Unable to decode ID: Invalid ID length 3",
    );
    const odd = "u".repeat(32);
    expect(await messageOf(app().query("db:get", { id: odd }))).toBe(
      "Uncaught Error: Invalid argument `id` for `db.get`: Unable to decode ID: ID wasn't valid base32",
    );
  });

  test("[FN2] an id of a table other than the named one is refused", async () => {
    const id = await insert("pets", { name: "Rex" });
    expect(
      await messageOf(app().query("db:get", { id, table: "people" })),
    ).toBe(
      'Uncaught Error: Invalid argument `id` for `db.get`: expected to be an Id<"people">, got Id<"pets"> instead.',
    );
    const seen = await app().query("db:get", { id, table: "pets" });
    expect(seen).toMatchObject({ name: "Rex" });
  });

  test("[FN2] an id of an unknown table reads as null and cannot be written", async () => {
    // Table number 20000.
    const { newId } = await import("../../values/ids.ts");
    const id = newId(20_000);
    expect(await app().query("db:get", { id })).toBeNull();
    expect(await messageOf(app().mutation("db:patch", { id, value: {} }))).toBe(
      `Uncaught Error: Invalid argument \`id\` for \`db.patch\`: Table for ID "${id}" not found`,
    );
  });
});

describe("system tables", () => {
  const insertSystem = async (table: string) => {
    const { store, database } = app();
    const number = store.catalog.table(table)?.number ?? 0;
    const { value } = await database.runMutation(async (transaction) => ({
      value: transaction.insert(number, { size: 1, sha256: "" })._id,
    }));
    return value;
  };

  test("[FN3] `_storage` and `_scheduled_functions` are read only through db.system", async () => {
    const id = await insertSystem("_storage");
    const seen = await app().query("db:systemGet", { id });
    expect(seen).toMatchObject({ _id: id });
    expect(await messageOf(app().query("db:get", { id }))).toBe(
      "Uncaught Error: System tables can only be accessed with db.system.",
    );
    const own = await insert("pets", { name: "Rex" });
    expect(await messageOf(app().query("db:systemGet", { id: own }))).toBe(
      "Uncaught Error: User tables cannot be accessed with db.system.",
    );
  });

  test("[FI2] files are found by their ids; ids of other tables name no file", async () => {
    const file = (id: string, drop = false) =>
      app().mutation("db:file", { id, drop });
    const id = await insertSystem("_storage");
    expect(await file(id)).toMatchObject([
      `http://cloud.test/api/storage/${id}`,
      { storageId: id, size: 1 },
    ]);
    expect(await file(id, true)).toEqual([null, null]);
    const pet = await insert("pets", { name: "Rex" });
    expect(await file(pet)).toEqual([null, null]);
    expect(await messageOf(file(pet, true))).toBe(
      `Uncaught Error: storage id ${pet} not found`,
    );
    expect(await messageOf(file("nonsense"))).toContain(
      'Invalid argument `storageId` for `storage.getUrl`: Invalid storage ID: "',
    );
    expect(await app().mutation("db:uploadUrl")).toMatch(/^http:/);
  });

  test("[FN3] functions cannot see the engine's own tables", async () => {
    const id = await insertSystem("_private");
    expect(await app().query("db:get", { id })).toBeNull();
    expect(await app().query("db:systemGet", { id })).toBeNull();
    expect(
      await messageOf(
        app().mutation("db:raw", { op: "1.0/remove", args: { id } }),
      ),
    ).toContain(`Table for ID "${id}" not found`);
    const insertRaw = { table: "_storage", value: {} };
    expect(
      await messageOf(
        app().mutation("db:raw", { op: "1.0/insert", args: insertRaw }),
      ),
    ).toBe(
      "Uncaught Error: System tables can only be accessed with db.system.",
    );
  });
});

describe("the schema", () => {
  test("[FN4] the text for a document that does not fit names its table", async () => {
    expect(await messageOf(insert("people", { age: 3 }))).toBe(
      'Uncaught Error: Failed to insert or update a document in table "people" because it does not match the schema: Object is missing the required field `name`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n\nObject: {age: 3.0}\nValidator: v.object({age: v.optional(v.float64()), name: v.string()})',
    );
  });

  test("[FN4] a table that no schema names is created with its first document", async () => {
    expect(app().store.catalog.table("fresh")).toBeUndefined();
    const [a, b] = await Promise.all([
      insert("fresh", { n: 1 }),
      insert("fresh", { n: 2 }),
    ]);
    expect(await app().query("db:count", { table: "fresh" })).toBe(2);
    expect(await app().query("db:get", { id: a })).toMatchObject({ n: 1 });
    expect(await app().query("db:get", { id: b })).toMatchObject({ n: 2 });
    const people = app().store.catalog.table("people")?.number ?? 0;
    expect(app().store.catalog.index(people, "by_name")).toBeDefined();
  });

  test("[FN4] a table's name must be an identifier", async () => {
    expect(await messageOf(insert("no spaces", {}))).toContain(
      "Invalid argument `table` for `db.insert`: Identifier no spaces has invalid character ' '",
    );
  });
});

test("[FN5] unknown operations, and writes in a query, are refused", async () => {
  expect(
    await messageOf(app().mutation("db:raw", { op: "1.0/nothing", args: {} })),
  ).toBe("Uncaught Error: Unknown async operation 1.0/nothing");
  expect(await messageOf(app().query("db:rawSync", { op: "2.0/x" }))).toBe(
    "Uncaught Error: Unknown operation 2.0/x",
  );
  // Names that every object has are not operations.
  expect(
    await messageOf(app().mutation("db:raw", { op: "constructor", args: {} })),
  ).toBe("Uncaught Error: Unknown async operation constructor");
  expect(await messageOf(app().query("db:rawInQuery"))).toBe(
    "Uncaught Error: Cannot use 1.0/insert in a Query",
  );
});
