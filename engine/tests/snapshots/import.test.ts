import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { newId } from "../../values/ids.ts";
import { must } from "../../values/user-error.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import {
  ask,
  contentOf,
  draftedIn,
  exportOf,
  perform,
  runImport,
  upload,
} from "./import-calls.ts";
import { line, WRONG, zipOf } from "./wrong-files.ts";

const SCHEMA = (tables: string) =>
  `import { defineSchema, defineTable } from "convex/server"; import { v } from "convex/values";
   const shops = defineTable({ name: v.string(), logo: v.optional(v.id("_storage")) }).index("by_name", ["name"]);
   const visits = defineTable({ shop: v.id("shops"), n: v.number(), extra: v.optional(v.any()) }).index("by_n", ["n"]);
   export default defineSchema(${tables});`;
const FUNCTIONS = `import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
  export const all = query(async (ctx, { table }) => await ctx.db.query(table).collect());
  export const byN = query(async (ctx) => (await ctx.db.query("visits").withIndex("by_n").collect()).map((v) => v.n));
  export const add = mutation(async (ctx, { table, fields }) => await ctx.db.insert(table, fields));
  export const remove = mutation(async (ctx, { id }) => await ctx.db.delete(id));
  export const urlOf = query(async (ctx, { id }) => await ctx.storage.getUrl(id));
  export const files = query(async (ctx) => await ctx.db.system.query("_storage").collect());
  export const kinds = mutation(async (ctx, { shop }) => await ctx.db.insert("visits", { shop, n: -0, extra: {
    zero: 0, int: 42n, most: 2n ** 63n - 1n, least: -(2n ** 63n), nan: NaN, inf: Infinity, minus: -Infinity,
    large: 9007199254740993, huge: 1e300, tiny: 5e-324, third: 1 / 3, whole: 3,
    bytes: new Uint8Array([0, 255, 1]).buffer, text: "é\\u2028\\u0000\\ud83d\\ude00\\"\\\\", list: [1n, 1, null, true, { a: [] }],
  } }));
  export const store = action(async (ctx, { text }) => await ctx.storage.store(new Blob([text], { type: "text/plain" })));`;
const sources = (tables = "{ shops, visits }") => ({
  "schema.ts": SCHEMA(tables),
  "app.ts": FUNCTIONS,
});
let source: TestEngine;
let snapshot: Buffer;
let target: TestEngine;

beforeAll(async () => {
  source = await openTestEngine({ sources: sources() });
  const logo = await source.run("app:store", { text: "a logo" });
  await source.run("app:store", { text: "nobody's" });
  const shop = await source.run("app:add", {
    table: "shops",
    fields: { name: "first", logo },
  });
  for (const n of [3, 1, 2.5])
    await source.run("app:add", { table: "visits", fields: { shop, n } });
  await source.run("app:kinds", { shop });
  await source.run("app:add", { table: "loose", fields: { any: "thing" } });
  snapshot = await exportOf(source);
  // The same tables created in another order, so they have other numbers.
  target = await openTestEngine({ sources: sources("{ visits, shops }") });
});

afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
  expect([...source.errors, ...target.errors]).toEqual([]);
});

test("[SN10] an import brings everything unchanged: ids, times, numbers, bytes, files, addresses, table numbers", async () => {
  const { id, state } = await upload(target, snapshot, { part: 500 });
  expect(state).toEqual({
    state: "waiting_for_confirmation",
    require_manual_confirmation: false,
    message_to_confirm:
      "Import change summary:\ntable    | create | delete       |\n----------------------------------\n_storage | 2      | 0 of 0 files |\nloose    | 1      | 0 of 0       |\nshops    | 1      | 0 of 0       |\nvisits   | 4      | 0 of 0       |\nOnce the import has started, it will run in the background.\nInterrupting `npx convex import` will not cancel it.",
  });
  const seen = await perform(target, id);
  expect(seen).toEqual({ ...{ state: "completed", num_rows_written: "6" } });
  expect(await contentOf(target)).toEqual(await contentOf(source));
  expect(await target.run("app:byN")).toEqual([0, 1, 2.5, 3]);
  const content = await contentOf(target);
  expect(content["visits/documents.jsonl"]).toContain(
    '"int":42,"large":9007199254740992.0,"least":-9223372036854775808,',
  );
  expect(content["visits/documents.jsonl"]).toContain('"n":-0.0');
  const [shop] = (await target.run("app:all", { table: "shops" })) as {
    _id: string;
    logo: string;
  }[];
  const url = (await target.run("app:urlOf", { id: shop?.logo })) as string;
  const before = (await source.run("app:urlOf", { id: shop?.logo })) as string;
  expect(new URL(url).pathname).toBe(new URL(before).pathname);
  expect(await (await fetch(url)).text()).toBe("a logo");
  // Later writes go to the imported tables.
  const added = await target.run("app:add", {
    table: "visits",
    fields: { shop: shop?._id, n: 2 },
  });
  expect(await target.run("app:byN")).toEqual([0, 1, 2, 2.5, 3]);
  await target.run("app:remove", { id: added });
});

test("[SN10] files keep their addresses when an import replaces them, but get none that belongs to other content", async () => {
  const engine = await openTestEngine({ sources: sources() });
  onTestFinished(() => engine.close());
  const before = await contentOf(source);
  for (let time = 0; time < 2; time++)
    await runImport(engine, snapshot, { mode: "replaceAll" });
  expect(await contentOf(engine)).toEqual(before);
  const list = "_storage/documents.jsonl";
  const other = must(before[list]?.split("\n")[0], "a file");
  const { _id, internalId } = JSON.parse(other) as Record<string, string>;
  const changed = zipOf({
    [list]: line({ _id, internalId }),
    [`_storage/${_id}`]: "other",
  });
  await runImport(engine, changed, { mode: "replace" });
  const url = (await engine.run("app:urlOf", { id: _id })) as string;
  expect(url).not.toContain(internalId);
  expect(await (await fetch(url)).text()).toBe("other");
});

test("[SN10] an import is unchanged after a restart, a deploy and an export", async () => {
  const first = await openTestEngine({ sources: sources("{ visits, shops }") });
  const seen = await runImport(first, snapshot);
  expect(seen).toMatchObject({ state: "completed" });
  await first.stop();
  const second = await openTestEngine({
    data: first.data,
    sources: sources(
      "{ visits: visits.index('by_shop', ['shop', 'n']), shops }",
    ),
  });
  onTestFinished(() => first.close());
  expect(await contentOf(second)).toEqual(await contentOf(source));
  await second.stop();
  expect([...first.errors, ...second.errors]).toEqual([]);
});

test("[SN11] a table with documents is refused, added to or replaced, and others stay or are emptied, as the mode says", async () => {
  const engine = await openTestEngine({ sources: sources() });
  onTestFinished(() => engine.close());
  const names = async () =>
    ((await engine.run("app:all", { table: "shops" })) as { name: string }[])
      .map(({ name }) => name)
      .sort();
  const table = "shops";
  const csv = 'name,logo\r\n"a, ""quoted""\nname",\r\n';
  const seen = await runImport(engine, csv, { format: "csv", table });
  expect(seen).toMatchObject({ state: "completed" });
  expect(await names()).toEqual(['a, "quoted"\nname']);
  const refused = await runImport(engine, csv, { format: "csv", table });
  expect(refused).toEqual({
    state: "failed",
    error_message:
      "Hit an error while importing:\nTable shops already exists. Please choose a new table name or use replace/append modes.",
  });
  const lines = line({ name: "b" }, { name: "c" });
  const append = { format: "jsonLines", table, mode: "append" } as const;
  expect(await runImport(engine, lines, append)).toEqual({
    ...{ state: "completed", num_rows_written: "2" },
  });
  expect(await names()).toEqual(['a, "quoted"\nname', "b", "c"]);
  const [shop] = (await engine.run("app:all", { table })) as { _id: string }[];
  const visits = JSON.stringify([
    { shop: shop?._id, n: 7 },
    { shop: shop?._id, n: -0.0 },
  ]).replace("0}", "-0}");
  await runImport(engine, visits, { format: "jsonArray", table: "visits" });
  expect(await engine.run("app:byN")).toEqual([0, 7]);
  const replace = { format: "jsonLines", table, mode: "replace" } as const;
  const { id, state } = await upload(engine, line({ name: "d" }), replace);
  expect(state.require_manual_confirmation).toBe(true);
  expect(state.message_to_confirm).toContain("shops | 1      | 3 of 3 |");
  await perform(engine, id);
  expect(await names()).toEqual(["d"]);
  expect(await engine.run("app:byN")).toEqual([0, 7]);
  await engine.run("app:add", { table: "other", fields: {} });
  await runImport(engine, line({ name: "e" }), {
    ...replace,
    mode: "replaceAll",
  });
  expect(await names()).toEqual(["e"]);
  expect(await engine.run("app:byN")).toEqual([]);
  expect(await ask(engine, "_system/cli/tables")).toMatchObject({
    page: [{ name: "shops" }, { name: "visits" }],
  });
  expect(engine.errors).toEqual([]);
});

test("[SN12] a snapshot may take the numbers of tables that it replaces, but not of those that stay", async () => {
  const engine = await openTestEngine({ sources: { "app.ts": FUNCTIONS } });
  onTestFinished(() => engine.close());
  for (const table of ["a", "b", "c"])
    await engine.run("app:add", { table, fields: { was: table } });
  const content = await contentOf(engine);
  const numbers = content["_tables/documents.jsonl"] ?? "";
  const ids = [...numbers.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
  const [first = 0, second = 0] = ids;
  const swapped = zipOf({
    "_tables/documents.jsonl": line(
      { name: "a", id: second },
      { name: "b", id: first },
    ),
    "a/documents.jsonl": line({ _id: newId(second), is: "a" }),
    "b/documents.jsonl": line({ _id: newId(first), is: "b" }),
  });
  const seen = await runImport(engine, swapped, { mode: "replace" });
  expect(seen).toMatchObject({ state: "completed" });
  for (const table of ["a", "b"])
    expect(await engine.run("app:all", { table })).toMatchObject([
      { is: table },
    ]);
  expect(await engine.run("app:all", { table: "c" })).toMatchObject([
    { was: "c" },
  ]);
  const third = must(ids[2], "three tables");
  const taking = zipOf({ "d/documents.jsonl": line({ _id: newId(third) }) });
  expect(await runImport(engine, taking, { mode: "replace" })).toEqual({
    state: "failed",
    error_message:
      "Hit an error while importing:\nNew table `d` has IDs that conflict with existing table `c`. To delete all existing tables, import with `npx convex import --replace-all`.",
  });
  expect(await runImport(engine, taking, { mode: "replaceAll" })).toMatchObject(
    { state: "completed" },
  );
  // A new table takes a number that is free again, and is empty.
  await engine.run("app:add", { table: "a", fields: { new: true } });
  expect(await engine.run("app:all", { table: "a" })).toMatchObject([
    { new: true },
  ]);
  expect(engine.errors).toEqual([]);
});

test("[SN13] watchers see one switch, and writers to other tables continue", async () => {
  const engine = await openTestEngine({ sources: sources() });
  onTestFinished(() => engine.close());
  const { ConvexClient } = await import("convex/browser");
  const client = new ConvexClient(engine.url);
  onTestFinished(() => client.close());
  const seen: string[] = [];
  client.onUpdate(
    makeFunctionReference<"query">("app:all"),
    { table: "shops" },
    (rows: { name: string }[]) =>
      seen.push(`${rows.length} ${rows[0]?.name ?? ""}`),
  );
  await vi.waitFor(() => expect(seen).toEqual(["0 "]));
  const rows = Array.from({ length: 3000 }, (_, n) => ({ name: `shop ${n}` }));
  const { id } = await upload(engine, line(...rows), {
    format: "jsonLines",
    table: "shops",
  });
  const done = perform(engine, id);
  let isDone = false;
  void done.then(() => (isDone = true));
  let written = 0;
  while (!isDone) {
    await engine.run("app:add", { table: "loose", fields: { n: written++ } });
    expect(["0 ", "3000 shop 0"]).toContain(seen.at(-1));
  }
  expect(await done).toMatchObject({ state: "completed" });
  expect(written).toBeGreaterThan(1);
  await vi.waitFor(() => expect(seen).toEqual(["0 ", "3000 shop 0"]));
  expect(await engine.run("app:all", { table: "loose" })).toHaveLength(written);
  expect(engine.errors).toEqual([]);
});

test("[SN14] a file with anything wrong in it is refused with the backend's texts and changes nothing", async () => {
  const engine = await openTestEngine({ sources: sources() });
  onTestFinished(() => engine.close());
  await engine.run("app:add", { table: "shops", fields: { name: "kept" } });
  await engine.run("app:store", { text: "kept" });
  const before = await contentOf(engine);
  for (const [what, make, words, options] of WRONG) {
    const mode = "replace";
    const file = make(snapshot);
    const end = await runImport(engine, file, { mode, ...options });
    expect({ what, ...end }).toMatchObject({ what, state: "failed" });
    expect(end.error_message, what).toMatch(words);
  }
  expect(await contentOf(engine)).toEqual(before);
  // Drafts, uploads and contents are removed.
  await vi.waitFor(async () => {
    expect(await readdir(join(engine.data, "imports"))).toEqual([]);
    expect(await readdir(join(engine.data, "files"))).toHaveLength(1);
    expect(draftedIn(engine.data)).toBe(0);
  });
  expect(engine.errors).toEqual([]);
});

/** An engine killed in the middle of an import. If a fast machine has already finished, it tries again with more rows. */
async function killedInImport(count = 30_000) {
  const engine = await openTestEngine({ mode: "child", sources: sources() });
  await engine.run("app:add", { table: "shops", fields: { name: "kept" } });
  const rows = Array.from({ length: count }, (_, n) => ({ name: `shop ${n}` }));
  const { id } = await upload(engine, line(...rows), {
    ...{ format: "jsonLines", table: "shops", mode: "replace" },
  });
  let isOver = false;
  const over = () => void (isOver = true);
  perform(engine, id).then(over, over);
  await vi.waitFor(
    () => expect(isOver || draftedIn(engine.data) > 0).toBe(true),
    { interval: 5 },
  );
  await engine.kill();
  const drafted = draftedIn(engine.data);
  if (drafted > 0 && drafted < count) return { engine, id };
  return await killedInImport(4 * count);
}

test("[SN15] an import that a kill interrupts leaves nothing, and its documents are removed from the disk", async () => {
  const { engine, id } = await killedInImport();
  const next = await engine.restart();
  onTestFinished(() => next.close());
  const seen = await next.run("app:all", { table: "shops" });
  expect(seen).toMatchObject([{ name: "kept" }]);
  expect(
    await ask(next, "_system/cli/queryImport", { importId: id }),
  ).toMatchObject({
    state: {
      state: "failed",
      error_message: expect.stringContaining("was restarted") as string,
    },
  });
  await vi.waitFor(() => expect(draftedIn(next.data)).toBe(0));
});
