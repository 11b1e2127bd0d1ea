/** Data of components, out of one engine and into another with the official CLI. Two engines and two deploys for all. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "../../../engine/values/ids.ts";
import { type CliProject, openCliProject } from "../deploy/cli-project.ts";
import { PROJECT } from "../deploy/component-project.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { exportOf, runImport } from "./import-calls.ts";
import { line, zipOf } from "./wrong-files.ts";

// Each command of the CLI is a Node program of its own, and machines are shared.
vi.setConfig({ testTimeout: 180_000 });

/** Without what writes by itself, and with files. */
const { "convex/counter/crons.ts": _, ...QUIET } = PROJECT;
const FILES = {
  ...QUIET,
  "convex/files.ts": `import { actionGeneric as action, queryGeneric as query } from "convex/server";
    export const store = action(async (ctx) => await ctx.storage.store(new Blob(["a picture"], { type: "text/plain" })));
    export const url = query(async (ctx, { id }) => await ctx.storage.getUrl(id));`,
};

/** Names the contents, which get new names where the old ones are taken. */
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
}, 180_000);

afterAll(async () => {
  await Promise.all([cli.close(), target.close(), from.close(), to.close()]);
  expect([...from.errors, ...to.errors]).toEqual([]);
});

/** Everything that an engine exports, by entry. */
async function contentOf(engine: TestEngine): Promise<Record<string, string>> {
  const entries = Object.entries(unzipSync(await exportOf(engine)));
  return Object.fromEntries(
    entries.map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
}

const numbersIn = (content: Record<string, string>, folder: string) =>
  new Map(
    (content[`${folder}_tables/documents.jsonl`] ?? "")
      .split("\n")
      .filter((row) => row !== "")
      .map((row) => JSON.parse(row) as { name: string; id: number })
      .map(({ name, id }) => [name, id]),
  );

test("[SN17] `convex export` and `convex import` move the tables of components, nested ones too: ids, times, numbers and files are what they were", async () => {
  for (const [of, name] of [
    ["visits", "door"],
    ["visits", "window"],
    ["votes", "yes"],
  ])
    await from.run("app:add", { of, name });
  await from.run("app:note", { text: "of the app" });
  const file = (await from.run("files:store")) as string;
  const zip = join(cli.folder, "snapshot.zip");
  const options = ["--include-file-storage", "--path", zip];
  expect(await cli.convex("export", ...options)).toMatchObject({ code: 0 });
  const imported = await target.convex("import", "--yes", zip);
  expect(imported).toMatchObject({ code: 0 });
  expect(imported.err).toMatch(/visits\/counters +\| 2 +\| 0 of 0 +\|/);
  expect(imported.err).toContain('Imported "votes/journal/lines" (1 documents');
  expect(await contentOf(to)).toEqual(await contentOf(from));
  const content = await contentOf(to);
  const nested = "_components/visits/_components/journal/lines";
  expect(content[`${nested}/documents.jsonl`]).toMatch(/"line":"window"/);
  // It is used as what was written here: by index, by id, and by what is written from now on.
  expect(await to.run("app:read", { of: "votes", name: "yes" })).toBe(5);
  await to.run("app:add", { of: "visits", name: "door" });
  expect(await to.run("app:read", { of: "visits", name: "door" })).toBe(2);
  expect(await to.run("app:trail", { of: "visits" })).toEqual([
    "door",
    "window",
    "door",
  ]);
  const urls = await Promise.all(
    [from, to].map((engine) => engine.run("files:url", { id: file })),
  );
  const [before, after] = urls.map((url) => new URL(String(url)).pathname);
  expect(after).toBe(before);
  expect(await (await fetch(String(urls[1]))).text()).toBe("a picture");
});

test("[SN17] each mode reaches the component that is named, and no other", async () => {
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
  // Back to the whole snapshot: what was written since goes, in components too.
  const { [FILES_LIST]: _, ...whole } = await contentOf(from);
  const zip = await readFile(join(cli.folder, "snapshot.zip"));
  await runImport(to, zip, { mode: "replaceAll" });
  expect(await contentOf(to)).toMatchObject(whole);
  // A folder of it is a snapshot of that component.
  const folder = "_components/votes/";
  const part = Object.entries(whole).flatMap(([name, text]) =>
    name.startsWith(folder) ? [[name.slice(folder.length), text] as const] : [],
  );
  await to.run("app:add", { of: "votes", name: "no" });
  const end = await runImport(to, zipOf(Object.fromEntries(part)), {
    ...{ mode: "replace", component: "votes" },
  });
  expect(end).toMatchObject({ state: "completed" });
  expect(await contentOf(to)).toMatchObject(whole);
});

test("[SN18] a ZIP with a component that is not there, or with ids of somebody else's table, is refused and nothing has changed", async () => {
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
      { [counters]: line({ ...row, _id: newId(foreign) }) },
      /New table `counters` in 'votes' has IDs that conflict with existing table `notes`/,
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
      /is there twice/,
    ],
    [
      { "_components/votes/more/counters/documents.jsonl": line(row) },
      /is no folder of a component/,
    ],
    [
      {
        "_components/votes/_tables/documents.jsonl": line({
          name: "counters",
          id: foreign,
        }),
        "_tables/documents.jsonl": line({ name: "notes", id: foreign }),
      },
      /conflict between `\w+`.* and `\w+`.* with number/,
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
