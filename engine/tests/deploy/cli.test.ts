import { readFile, writeFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../values/user-error.ts";
import { openTestEngine, type TestEngine } from "../open-engine.ts";
import { openCliProject, type CliProject } from "./cli-project.ts";

type Note = { readonly text: string };
let engine: TestEngine;
let cli: CliProject;

beforeAll(async () => {
  engine = await openTestEngine();
  cli = await openCliProject(engine, {
    "convex/schema.ts": `import { defineSchema, defineTable } from "convex/server";
     import { v } from "convex/values";
     export default defineSchema({
       notes: defineTable({ text: v.string() }).index("by_text", ["text"]),
     });`,
    "convex/notes.ts": `import { mutationGeneric as mutation, queryGeneric as query, internalMutationGeneric } from "convex/server";
     import { v } from "convex/values";
     export const list = query({ args: {}, handler: (ctx) => ctx.db.query("notes").collect() });
     export const add = mutation({ args: { text: v.string() }, handler: async (ctx, args) => {
       await ctx.db.insert("notes", args);
       return { kind: process.env.KIND ?? null, n: 5n };
     }});
     export const hidden = internalMutationGeneric({ args: {}, handler: async () => "internal" });`,
  });
});

afterAll(async () => {
  await engine.close();
  await cli.close();
  expect(engine.errors).toEqual([]);
});

test("[DE23] `convex deploy` pushes functions, tables and indexes and writes the generated code", async () => {
  const { code, err } = await cli.deploy();
  expect({ code, err }).toMatchObject({
    code: 0,
    err: expect.stringContaining("Deployed Convex functions") as string,
  });
  expect(err).toContain("[+] notes.by_text   text");
  const generated = await readFile(
    join(cli.folder, "convex/_generated/api.d.ts"),
    "utf8",
  );
  expect(generated).toContain('import type * as notes from "../notes.js"');
  expect(await engine.run("notes:list")).toEqual([]);
});

test("[DE24] `convex env` sets, gets, lists and removes variables that functions see at once", async () => {
  const seen = await cli.convex("env", "set", "KIND", "demo");
  expect(seen).toMatchObject({ code: 0 });
  expect(await cli.convex("env", "set", "LONG", "two words")).toMatchObject({
    code: 0,
  });
  expect((await cli.convex("env", "get", "KIND")).out).toBe("demo\n");
  expect(
    (await cli.convex("env", "list", "--include-values")).out.split("\n"),
  ).toEqual(["KIND=demo", "LONG=two words", ""]);
  expect(await engine.run("notes:add", { text: "first" })).toMatchObject({
    kind: "demo",
  });
  expect(await cli.convex("env", "remove", "KIND")).toMatchObject({ code: 0 });
  expect((await cli.convex("env", "get", "KIND")).err).toContain(
    'Environment variable "KIND" not found',
  );
});

test("[DE25] `convex run` calls public and internal functions and lists those there are when one is missing", async () => {
  const added = await cli.convex("run", "notes:add", '{"text":"second"}');
  const seen: unknown = JSON.parse(added.out);
  expect(seen).toEqual({ kind: null, n: { $integer: "BQAAAAAAAAA=" } });
  expect((await cli.convex("run", "notes:hidden")).out).toBe('"internal"\n');
  const missing = await cli.convex("run", "notes:nothing");
  expect(missing.code).toBe(1);
  expect(missing.err).toContain("Could not find function for 'notes:nothing'");
  expect(missing.err).toContain("notes:add");
});

test("[DE50] `convex run --inline-query` runs a query that is not deployed and may call deployed ones", async () => {
  const inline = (code: string) => cli.convex("run", "--inline-query", code);
  const read = await inline(
    `const notes = await ctx.db.query("notes").collect(); console.log("looking"); return { all: notes.map(({ text }) => text), same: (await ctx.runQuery("notes:list", {})).length, long: process.env.LONG, who: await ctx.auth.getUserIdentity() };`,
  );
  expect(JSON.parse(read.out)).toEqual({
    all: ["first", "second"],
    same: 2,
    long: "two words",
    who: null,
  });
  expect(read.err).toContain("[LOG] 'looking'");
  const writes = await inline(`ctx.db.insert("notes", { text: "third" })`);
  expect(writes.code).toBe(1);
  expect(writes.err).toContain("ctx.db.insert is not a function");
  expect(writes.err).not.toContain("registration_impl");
  const mutation = await inline(
    `import { mutationGeneric } from "/_system/convex/src/server/impl/registration_impl.js"; /* query( */ export default mutationGeneric(() => 1);`,
  );
  expect(mutation.err).toContain(
    "UnsupportedTestQuery: Mutations are not supported in the REPL yet.",
  );
  expect((await inline("return ]")).err).toContain(
    "InvalidModules: Could not analyze the given module:\nUncaught SyntaxError",
  );
  expect(await engine.run("notes:list")).toHaveLength(2);
});

test("[DE29] [DE50] code to run as a query is refused without the admin key, and when it exports anything else", async () => {
  const body = (source: string) => ({
    bundle: { path: "testQuery.js", source },
    args: {},
  });
  const path = "/api/run_test_function";
  const { status } = await fetch(engine.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body("export default 1;")),
  });
  expect(status).toBe(403);
  await expect(
    engine.admin("POST", path, body("export default 1;")),
  ).rejects.toThrow('"code":"InvalidTestQuery"');
  const named =
    "export const two = Object.assign(() => 2, { isQuery: true, isPublic: true, invokeQuery: async () => '2' });";
  await expect(engine.admin("POST", path, body(named))).rejects.toThrow(
    "Only `export default` is supported.",
  );
});

test("[DE26] `convex data` and `function-spec` show tables, documents and functions", async () => {
  expect((await cli.convex("data")).out).toBe("notes\n");
  const { out } = await cli.convex("data", "notes", "--format", "jsonLines");
  expect(out).toContain('"text": "second"');
  expect(out.indexOf("second")).toBeLessThan(out.indexOf("first"));
  const spec = JSON.parse((await cli.convex("function-spec")).out) as {
    url: string;
    functions: { identifier: string; functionType: string }[];
  };
  expect(spec.url).toBe(engine.url);
  const seen = spec.functions.map(({ identifier }) => identifier).sort();
  expect(seen).toEqual(["notes.js:add", "notes.js:hidden", "notes.js:list"]);
});

test("[SN1] `convex export` saves every document and, on request, the table of files", async () => {
  const path = join(cli.folder, "snapshot.zip");
  const { code, err } = await cli.convex(
    ...["export", "--path", path, "--include-file-storage"],
  );
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(err).toContain("Created snapshot export at timestamp");
  const zip = unzipSync(await readFile(path));
  const lines = strFromU8(must(zip["notes/documents.jsonl"], "documents"))
    .trimEnd()
    .split("\n");
  const seen = lines.map((line) => (JSON.parse(line) as Note).text).sort();
  expect(seen).toEqual(["first", "second"]);
  expect(Object.keys(zip)).toContain("_storage/documents.jsonl");
});

test("[SN16] `convex import` refuses tables that hold documents, adds rows of a CSV and replaces tables by a snapshot", async () => {
  const zip = join(cli.folder, "snapshot.zip");
  const notes = async () =>
    ((await engine.run("notes:list")) as Note[]).map(({ text }) => text);
  const before = await notes();
  const refused = await cli.convex("import", zip);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("Table notes already exists.");
  await writeFile(join(cli.folder, "more.csv"), "text\nfrom a CSV\n");
  const added = await cli.convex(
    "import",
    "--table",
    "notes",
    "--append",
    "more.csv",
  );
  expect(added.err).toContain('Added 1 documents to table "notes"');
  expect(added.code).toBe(0);
  expect(await notes()).toEqual([...before, "from a CSV"]);
  const replaced = await cli.convex("import", "--replace", "--yes", zip);
  expect(replaced.err).toMatch(/notes +\| \d+ +\| \d+ of \d+ +\|/);
  expect(replaced.err).toContain(`Added ${before.length} documents`);
  expect(replaced.code).toBe(0);
  expect(await notes()).toEqual(before);
});

test("[DE27] `convex codegen`, `dev --once` and a second deploy succeed and keep the documents", async () => {
  const before = await engine.run("notes:list");
  const seen = await cli.convex("codegen", "--typecheck", "disable");
  expect(seen).toMatchObject({ code: 0 });
  expect(
    await cli.convex("dev", "--once", "--typecheck", "disable"),
  ).toMatchObject({ code: 0 });
  await rm(join(cli.folder, ".env.local"), { force: true });
  expect(await cli.deploy()).toMatchObject({ code: 0 });
  expect(await engine.run("notes:list")).toEqual(before);
});

test("[DE28] a schema that does not fit the documents, or code that cannot be loaded, fails the deploy and changes nothing", async () => {
  const before = await engine.run("notes:list");
  const schema = await readFile(join(cli.folder, "convex/schema.ts"), "utf8");
  await cli.write(
    "convex/schema.ts",
    schema.replace("v.string()", "v.number()"),
  );
  const bad = await cli.deploy();
  expect(bad.code).toBe(1);
  expect(bad.err).toContain("Schema validation failed");
  expect(bad.err).toMatch(
    /Document with ID "\w{32}" in table "notes" does not match the schema/,
  );
  await cli.write("convex/schema.ts", schema);
  await cli.write(
    "convex/broken.ts",
    'export {};\nthrow new Error("at import");',
  );
  const broken = await cli.deploy();
  expect(broken.code).toBe(1);
  expect(broken.err).toContain("Failed to analyze broken.js");
  expect(broken.err).toContain("at import");
  await rm(join(cli.folder, "convex/broken.ts"));
  expect(await engine.run("notes:list")).toEqual(before);
});

test("[DE29] deploy routes refuse a wrong admin key and a missing one", async () => {
  const response = await fetch(`${engine.url}/api/get_config_hashes`, {
    method: "POST",
    headers: { Authorization: "Convex wrong|key" },
    body: "{}",
  });
  expect(response.status).toBe(401);
  const anonymous = await fetch(`${engine.url}/api/deploy2/start_push`, {
    method: "POST",
    body: "{}",
  });
  expect(anonymous.status).toBe(403);
});
