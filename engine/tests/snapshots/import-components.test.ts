import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeId, newId } from "../../values/ids.ts";
import { type CliProject, openCliProject } from "../deploy/cli-project.ts";
import { PROJECT } from "../deploy/component-project.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { contentOf, exportOf, runImport } from "./import-calls.ts";
import { line, zipOf } from "./wrong-files.ts";

/** Without the part that writes on a schedule, and with files and ids in documents. */
const { "convex/counter/crons.ts": _, ...QUIET } = PROJECT;
const MODULE = `import { componentsGeneric, defineSchema, defineTable, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
    import { v } from "convex/values";
    const components = componentsGeneric();
    const SYSTEM = { job: v.optional(v.id("_scheduled_functions")), file: v.optional(v.id("_storage")) };
    const rest = async (ctx, { job, file }) => job === undefined ? null :
      [await ctx.db.system.get(job), await ctx.db.system.get(file), await ctx.storage.getUrl(file),
        ctx.db.system.normalizeId("_scheduled_functions", job) === job];`;
/** For the app and for a component. */
const STORING = `import { actionGeneric as action, queryGeneric as query } from "convex/server";
    export const store = action(async (ctx) => await ctx.storage.store(new Blob(["a picture"], { type: "text/plain" })));
    export const url = query(async (ctx, { id }) => await ctx.storage.getUrl(id));
    export const byId = query(async (ctx) => (await ctx.db.system.query("_storage").withIndex("by_id").collect()).map(({ _id }) => _id));
    export const found = query(async (ctx, { id }) => [(await ctx.db.system.get(id))?.size ?? null, ctx.db.system.normalizeId("_storage", id) === id]);`;
const FILES = {
  ...QUIET,
  "convex/schema.ts": `${MODULE}
    export default defineSchema({ notes: defineTable({ text: v.string(), next: v.optional(v.id("notes")), ...SYSTEM }) });`,
  "convex/counter/schema.ts": `${MODULE}
    export default defineSchema({ counters: defineTable({ name: v.string(), value: v.number(), next: v.optional(v.id("counters")), ...SYSTEM })
      .index("by_name", ["name"]) });`,
  "convex/linked.ts": `${MODULE}
    const of = ({ of }) => components[of].linked;
    export const here = query({ args: { id: v.id("notes") }, returns: v.any(), handler: async (ctx, { id }) => {
      const note = await ctx.db.get(id);
      return note && [note.text, note.next ? (await ctx.db.get(note.next)).text : null, ctx.db.normalizeId("notes", id) === id, await rest(ctx, note)];
    } });
    export const there = query({ handler: (ctx, args) => ctx.runQuery(of(args).read, { id: args.id }) });
    export const rename = mutation({ handler: async (ctx, args) => {
      await ctx.db.patch(args.id, { text: args.name });
      await ctx.runMutation(of(args).rename, { id: args.id, name: args.name });
      return [(await ctx.db.get(args.id)).text, (await ctx.runQuery(of(args).read, { id: args.id }))[0]];
    } });
    export const remove = mutation({ handler: (ctx, args) => ctx.runMutation(of(args).remove, { id: args.id }) });
    export const add = mutation({ handler: async (ctx, args) =>
      [await ctx.db.insert("notes", { text: "new" }), await ctx.runMutation(of(args).add, {})] });`,
  "convex/counter/linked.ts": `${MODULE}
    export const read = query({ args: { id: v.id("counters") }, handler: async (ctx, { id }) => {
      const counter = await ctx.db.get(id);
      return counter && [counter.name, counter.next ? (await ctx.db.get(counter.next)).name : null, ctx.db.normalizeId("counters", id) === id, await rest(ctx, counter)];
    } });
    export const rename = mutation({ args: { id: v.id("counters"), name: v.string() }, handler: (ctx, { id, name }) => ctx.db.patch(id, { name }) });
    export const remove = mutation({ args: { id: v.id("counters") }, handler: (ctx, { id }) => ctx.db.delete(id) });
    export const add = mutation({ args: {}, handler: (ctx) => ctx.db.insert("counters", { name: "new", value: 0 }) });`,
  "convex/files.ts": STORING,
  "convex/counter/files.ts": STORING,
};

/** Lists the file contents, which get new names when the old ones are taken. */
const FILES_LIST = "_storage/documents.jsonl";
let from: TestEngine;
let to: TestEngine;
let cli: CliProject;
let target: CliProject;
beforeAll(async () => {
  [from, to] = [await openTestEngine(), await openTestEngine()];
  cli = await openCliProject(from, FILES);
  target = await openCliProject(to, FILES);
  for (const project of [cli, target])
    expect(await project.deploy()).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await Promise.all([cli.close(), target.close(), from.close(), to.close()]);
  expect([...from.errors, ...to.errors]).toEqual([]);
});

const numbersIn = (content: Record<string, string>, folder: string) =>
  new Map(
    (content[`${folder}_tables/documents.jsonl`] ?? "")
      .split("\n")
      .filter((row) => row !== "")
      .map((row) => JSON.parse(row) as { name: string; id: number })
      .map(({ name, id }) => [name, id]),
  );

test("[SN17] `convex export` and `convex import` move the tables and files of components unchanged, nested ones too", async () => {
  for (const [of, name] of [
    ["visits", "door"],
    ["visits", "window"],
    ["votes", "yes"],
  ])
    await from.run("app:add", { of, name });
  await from.run("app:note", { text: "of the app" });
  const file = (await from.run("files:store")) as string;
  const theirs = (await from.run("files:store", {}, "visits")) as string;
  const zip = join(cli.folder, "snapshot.zip");
  const options = ["--include-file-storage", "--path", zip];
  expect(await cli.convex("export", ...options)).toMatchObject({ code: 0 });
  const imported = await target.convex("import", "--yes", zip);
  expect(imported).toMatchObject({ code: 0 });
  expect(imported.err).toMatch(/visits\/counters +\| 2 +\| 0 of 0 +\|/);
  // It sees what is underway only now and then.
  expect(imported.err).toContain("Added 7 documents");
  expect(await contentOf(to)).toEqual(await contentOf(from));
  const content = await contentOf(to);
  const nested = "_components/visits/_components/journal/lines";
  expect(content[`${nested}/documents.jsonl`]).toMatch(/"line":"window"/);
  // Imported data works like data written here: by index, by id, and for later writes.
  expect(await to.run("app:read", { of: "votes", name: "yes" })).toBe(5);
  await to.run("app:add", { of: "visits", name: "door" });
  expect(await to.run("app:read", { of: "visits", name: "door" })).toBe(2);
  const seen = await to.run("app:trail", { of: "visits" });
  expect(seen).toEqual(["door", "window", "door"]);
  expect(content[`_components/visits/_storage/${theirs}`]).toBe("a picture");
  expect(content[`_storage/${theirs}`]).toBeUndefined();
  for (const [id, component] of [[file], [theirs, "visits"]] as const) {
    const urls = await Promise.all(
      [from, to].map((engine) => engine.run("files:url", { id }, component)),
    );
    const [before, after] = urls.map((url) => new URL(String(url)).pathname);
    expect(after).toBe(before);
    expect(await (await fetch(String(urls[1]))).text()).toBe("a picture");
    expect(await to.run("files:byId", {}, component)).toEqual([id]);
  }
});

test("[SN17] each mode changes only the component that is named", async () => {
  const before = await contentOf(to);
  const csv = "line\nfrom a CSV\n";
  await writeFile(join(target.folder, "lines.csv"), csv);
  const added = await target.convex(
    ...["import", "--append", "--component", "votes/journal"],
    ...["--table", "lines", "lines.csv"],
  );
  expect(added).toMatchObject({ code: 0 });
  const lines = () => to.run("app:trail", { of: "votes" });
  expect(await lines()).toEqual(["yes", "from a CSV"]);
  const into = {
    format: "csv",
    component: "votes/journal",
    table: "lines",
  } as const;
  expect(await runImport(to, csv, into)).toMatchObject({
    error_message: expect.stringContaining(
      "Table votes/journal/lines already exists.",
    ) as string,
  });
  await runImport(to, csv, { ...into, mode: "replace" });
  expect(await lines()).toEqual(["from a CSV"]);
  const changed = "_components/votes/_components/journal/lines/documents.jsonl";
  const { [changed]: old, ...rest } = before;
  const { [changed]: now, ...others } = await contentOf(to);
  expect(others).toEqual(rest);
  expect(now).not.toBe(old);
  // Back to the whole snapshot: later writes are gone, in components too.
  const lists = /_storage\/documents\.jsonl$/;
  const all = Object.entries(await contentOf(from));
  const whole = Object.fromEntries(all.filter(([name]) => !lists.test(name)));
  const zip = await readFile(join(cli.folder, "snapshot.zip"));
  await runImport(to, zip, { mode: "replaceAll" });
  expect(await contentOf(to)).toMatchObject(whole);
  // A component's folder in it is a snapshot of that component.
  const folder = "_components/votes/";
  const part = all.flatMap(([name, text]) =>
    name.startsWith(folder) ? [[name.slice(folder.length), text] as const] : [],
  );
  await to.run("app:add", { of: "votes", name: "no" });
  await to.run("files:store", {}, "votes");
  const end = await runImport(to, zipOf(Object.fromEntries(part)), {
    ...{ mode: "replace", component: "votes" },
  });
  expect(end).toMatchObject({ state: "completed" });
  expect(await contentOf(to)).toMatchObject(whole);
  // Its files were replaced too; those of others stayed.
  expect(await to.run("files:byId", {}, "votes")).toEqual([]);
  expect(await to.run("files:byId", {}, "visits")).toHaveLength(1);
});

test("[SN18] a ZIP that does not fit the components is refused and changes nothing", async () => {
  const before = await contentOf(to);
  const foreign = numbersIn(before, "").get("notes") ?? 0;
  const own = numbersIn(before, "_components/votes/").get("counters") ?? 0;
  const row = { name: "x", value: 1 };
  const counters = "_components/votes/counters/documents.jsonl";
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [
      {
        "notes/documents.jsonl": line({ text: "kept out" }),
        "_components/other/a/documents.jsonl": line({}),
      },
      /data of component 'other', which is not here\. Deploy an app/,
    ],
    [
      { "_components/votes/_components/other/_tables/documents.jsonl": "" },
      /data of component 'votes\/other'/,
    ],
    [
      { [`_components/other/_storage/${newId(540)}`]: "kept out" },
      /data of component 'other', which is not here/,
    ],
    [
      { "_components/votes/more/documents.jsonl": line({ _id: newId(own) }) },
      /New table `more` in 'votes' has IDs that conflict with existing table `counters` in 'votes'/,
    ],
    [
      {
        [counters]: line(
          { ...row, _id: newId(own) },
          { ...row, _id: newId(foreign) },
        ),
      },
      /cannot be imported into 'votes\/counters' because/,
    ],
    [
      { [counters]: line({ name: 1, value: 1 }) },
      /in table "votes\/counters" because it does not match the schema/,
    ],
    [
      {
        [counters]: line(row),
        "visits/_components/votes/counters/documents.jsonl": line(row),
      },
      /appears twice/,
    ],
    [
      { "_components/votes/more/counters/documents.jsonl": line(row) },
      /is not a component's folder/,
    ],
    [
      {
        "_components/votes/_tables/documents.jsonl": line({
          name: "more",
          id: foreign,
        }),
        [counters]: line({ ...row, _id: newId(foreign) }),
      },
      /conflict between `more` in 'votes' and `counters` in 'votes' with number/,
    ],
  ];
  for (const [entries, words] of wrong) {
    const end = await runImport(to, zipOf(entries), { mode: "replace" });
    expect(end).toMatchObject({ state: "failed" });
    expect(end.error_message).toMatch(words);
  }
  const cut = (await exportOf(from)).subarray(0, -50);
  expect(await runImport(to, cut, { mode: "replace" })).toMatchObject({
    error_message: expect.stringContaining("invalid zip file") as string,
  });
  expect(await contentOf(to)).toEqual(before);
});

/** As on Convex Cloud, the first table of the app and of each component has the first number. */
function cloudSnapshot() {
  const number = 10_001;
  const [same, note, door, vote] = Array.from({ length: 4 }, () =>
    newId(number),
  ) as [string, string, string, string];
  const at = { _creationTime: 1_700_000_000_000.5 };
  // Scheduled functions are in no snapshot. Files are only in snapshots that include them.
  const system = { file: newId(540), job: newId(539) };
  const tables: Record<string, object[]> = {
    notes: [
      { ...at, _id: same, ...system, next: note, text: "app" },
      { ...at, _id: note, text: "second of the app" },
    ],
    // One document exists three times, because it was copied with its id.
    "_components/visits/counters": [
      { ...at, _id: same, ...system, name: "visits", next: door, value: 1.5 },
      { ...at, _id: door, name: "door", value: 2.5 },
    ],
    "_components/votes/counters": [
      { ...at, _id: same, name: "votes", next: vote, value: 3.5 },
      { ...at, _id: vote, name: "yes", value: 4.5 },
    ],
    "_components/visits/_components/journal/lines": [
      { ...at, _id: newId(number), line: "a line" },
    ],
  };
  const entries = Object.entries(tables).flatMap(([path, rows]) => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const name = path.slice(folder.length);
    const inOrder = rows.toSorted((a, b) =>
      JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
    );
    return [
      [`${folder}_tables/documents.jsonl`, line({ name, id: number })],
      [`${path}/documents.jsonl`, line(...inOrder)],
      [`${path}/generated_schema.jsonl`, '"uniform"\n'],
    ] as const;
  });
  const content: Record<string, string> = Object.fromEntries(entries);
  return { content, same, note, door, number };
}

test("[SN20] [CO2] a snapshot in which app and components share table numbers and ids is imported and exported unchanged", async () => {
  const { content, same, note, door, number } = cloudSnapshot();
  const zip = join(target.folder, "cloud.zip");
  await writeFile(zip, zipOf(content));
  const options = ["--yes", "--replace-all", zip];
  expect(await target.convex("import", ...options)).toMatchObject({ code: 0 });
  expect(await contentOf(to)).toMatchObject(content);
  const all = async () => [
    await to.run("linked:here", { id: same }),
    await to.run("linked:there", { of: "visits", id: same }),
    await to.run("linked:there", { of: "votes", id: same }),
  ];
  const gone = [null, null, null, true];
  const [app, visits, votes] = [
    ["app", "second of the app", true, gone],
    ["visits", "door", true, gone],
    ["votes", "yes", true, null],
  ];
  expect(await all()).toEqual([app, visits, votes]);
  // An id cannot read a document of another component.
  expect(await to.run("linked:here", { id: door })).toBeNull();
  for (const id of [note, door])
    expect(await to.run("linked:there", { of: "votes", id })).toBeNull();
  expect(await to.run("app:trail", { of: "visits" })).toEqual(["a line"]);
  // Two documents with the same id in one transaction.
  const renamed = { of: "visits", id: same, name: "renamed" };
  const both = ["renamed", "renamed"];
  expect(await to.run("linked:rename", renamed)).toEqual(both);
  const now = [
    ["renamed", "second of the app", true, gone],
    ["renamed", "door", true, gone],
    votes,
  ];
  expect(await all()).toEqual(now);
  await to.stop();
  to = await to.restart();
  expect(await all()).toEqual(now);
  await to.run("linked:remove", { of: "visits", id: same });
  expect(await all()).toEqual([now[0], null, votes]);
  expect(await to.run("app:read", { of: "votes", name: "votes" })).toBe(3.5);
  const added = (await to.run("linked:add", { of: "votes" })) as string[];
  expect(added.map((id) => decodeId(id)?.table)).toEqual([number, number]);
  const seen = await to.run("linked:there", { of: "votes", id: added[1] });
  expect(seen).toEqual([...["new", null, true, null]]);
  // Then back into the first engine, whose tables have other numbers.
  const left = await contentOf(to);
  await runImport(from, await exportOf(to), { mode: "replaceAll" });
  expect(await contentOf(from)).toEqual(left);
});

test("[SN20] files of an app from before fixed table numbers are imported beside those of components", async () => {
  const ids = { app: newId(77), visits: newId(540) };
  const zip = zipOf({
    [`_components/visits/_storage/${ids.visits}`]: "of visits",
    "_components/visits/_storage/documents.jsonl": line({ _id: ids.visits }),
    [`_storage/${ids.app}`]: "of app",
    [FILES_LIST]: line({ _id: ids.app }),
  });
  const seen = async (engine: TestEngine) => {
    for (const [of, component] of [
      ["app", ""],
      ["visits", "visits"],
    ] as const) {
      const id = ids[of];
      const read = (what: string) => engine.run(what, { id }, component);
      expect(await read("files:found")).toEqual([of.length + 3, true]);
      const content = await fetch(String(await read("files:url")));
      expect(await content.text()).toBe(`of ${of}`);
    }
    // Another component's file id is the id of a missing file.
    for (const [id, component] of [
      [ids.visits, ""],
      [ids.app, "visits"],
    ] as const)
      expect(await engine.run("files:url", { id }, component)).toBeNull();
  };
  expect(await runImport(to, zip, { mode: "replaceAll" })).toMatchObject({
    state: "completed",
  });
  await seen(to);
  const added = (await to.run("files:store")) as string;
  expect(decodeId(added)?.table).toBe(77);
  expect(await to.run("files:byId")).toEqual([ids.app, added].sort());
  await runImport(from, await exportOf(to), { mode: "replaceAll" });
  await seen(from);
  // Written by an engine that kept all files together: they belong to the app.
  const together = zipOf({
    [`_storage/${ids.app}`]: "of app",
    [`_storage/${ids.visits}`]: "of visits",
  });
  await runImport(to, together, { mode: "replaceAll" });
  expect(await to.run("files:byId")).toEqual([ids.app, ids.visits].sort());
  const mixed = zipOf({
    [`_storage/${newId(77)}`]: "one",
    [`_storage/${newId(78)}`]: "other",
  });
  expect(await runImport(to, mixed, { mode: "replaceAll" })).toMatchObject({
    state: "failed",
    error_message: expect.stringContaining("different deployment") as string,
  });
});
