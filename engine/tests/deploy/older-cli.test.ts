/**
 * Requests of npm convex versions older than the installed one, taken from their sources: 1.28 and before for apps
 * without components, 1.31 and before for all.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";

let engine: TestEngine;

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(async () => {
  await engine.close();
  expect(engine.errors).toEqual([]);
});

async function send(
  path: string,
  body?: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const response = await fetch(engine.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      Authorization: `Convex ${engine.adminKey}`,
      "Convex-Client": "npm-cli-1.24.8",
      "Content-Type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, ...answer };
}

const module = (path: string, source: string) => ({
  path,
  source,
  environment: "isolate",
});

/** What `defineSchema` exports, bundled. @param type of the field `text` */
function schema(type: string) {
  const documentType = {
    type: "object",
    value: { text: { fieldType: { type }, optional: false } },
  };
  const notes = {
    tableName: "notes",
    indexes: [{ indexDescriptor: "by_text", fields: ["text"] }],
    searchIndexes: [],
    vectorIndexes: [],
    documentType,
  };
  const exported = JSON.stringify({ tables: [notes], schemaValidation: true });
  return module(
    "schema.js",
    `export default { export: () => ${JSON.stringify(exported)} };`,
  );
}

const notes = module(
  "notes.js",
  `const registered = (kind, handler) => Object.assign(() => {}, { [kind]: true, isPublic: true, _handler: handler,
     [kind === "isQuery" ? "invokeQuery" : "invokeMutation"]: async (args) => JSON.stringify(await handler(JSON.parse(args)[0])) ?? "null" });
   export const add = registered("isMutation", (value) =>
     Convex.asyncSyscall("1.0/insert", JSON.stringify({ table: "notes", value })).then(() => null));
   export const two = registered("isQuery", () => 2);`,
);

const push = (modules: unknown[], schemaId?: unknown) =>
  send("/api/push_config", {
    config: { functions: "convex/", projectSlug: "", teamSlug: "" },
    modules,
    nodeDependencies: [],
    udfServerVersion: "1.24.8",
    ...(schemaId === undefined ? {} : { schemaId }),
  });

test("[DE51] the push of CLI 1.28 and older prepares the schema, waits for it and replaces the functions", async () => {
  const prepared = await send("/api/prepare_schema", {
    bundle: schema("string"),
    dryRun: false,
  });
  const by = { table: "notes", name: "by_text", fields: ["text"] };
  expect(prepared).toMatchObject({
    status: 200,
    added: [{ ...by, backfill: { state: "done" }, staged: false }],
    dropped: [],
  });
  const { schemaId } = prepared;
  const state = `/api/schema_state/${String(schemaId)}`;
  expect(await send(state)).toMatchObject({
    schemaState: { state: "validated" },
  });
  expect(await push([notes], schemaId)).toEqual({ status: 200 });
  await engine.run("notes:add", { text: "first" });
  expect(await engine.run("notes:two")).toBe(2);
  const again = await send("/api/prepare_schema", { bundle: schema("string") });
  expect(again).toMatchObject({ added: [], dropped: [] });
  expect(
    await send(`/api/schema_state/${String(again["schemaId"])}`),
  ).toMatchObject({ schemaState: { state: "active" } });
});

test("[DE51] a schema that does not fit, an overwritten one and code that cannot be loaded change nothing", async () => {
  const { schemaId } = await send("/api/prepare_schema", {
    bundle: schema("number"),
  });
  expect(await send(`/api/schema_state/${String(schemaId)}`)).toMatchObject({
    schemaState: {
      state: "failed",
      tableName: "notes",
      error: expect.stringContaining("does not match the schema") as string,
    },
  });
  expect(await push([notes], schemaId)).toMatchObject({
    status: 400,
    code: "SchemaValidationFailed",
  });
  expect(await send("/api/schema_state/nothing")).toMatchObject({
    schemaState: { state: "overwritten" },
  });
  expect(await push([notes], "nothing")).toMatchObject({
    code: "SchemaOverwritten",
  });
  expect(
    await push([module("notes.js", 'throw new Error("at import")')]),
  ).toMatchObject({ status: 400, code: "InvalidModules" });
  expect(await engine.run("notes:two")).toBe(2);
});

test("[DE52] `start_push` accepts the field names of CLI 1.31 and older", async () => {
  const start = (names: Record<string, unknown>) =>
    send("/api/deploy2/start_push", {
      dryRun: true,
      functions: "convex/",
      appDefinition: {
        definition: null,
        dependencies: [],
        schema: null,
        udfServerVersion: "1.31.2",
        ...names,
      },
      componentDefinitions: [],
      nodeDependencies: [],
    });
  expect(await start({ functions: [notes] })).toMatchObject({
    status: 200,
    analysis: { "": { functions: { "notes.js": {} } } },
  });
  expect(await start({})).toMatchObject({ code: "InvalidConfig" });
});

test("[DE52] `env get` knows the built-in variables, which `env list` leaves out", async () => {
  const ask = (path: string, args = {}) =>
    send("/api/query", { path, args, format: "json" });
  const variables = "_system/cli/queryEnvironmentVariables";
  expect(
    await ask(`${variables}:get`, { name: "CONVEX_CLOUD_URL" }),
  ).toMatchObject({ value: { value: engine.url } });
  expect(
    await ask(`${variables}:get`, { name: "CONVEX_SITE_URL" }),
  ).toMatchObject({ value: { value: engine.siteUrl } });
  expect(await ask(variables)).toMatchObject({ value: [] });
});

test("[DE29] the older push routes and queries that bring their code need the admin key", async () => {
  const body = JSON.stringify({
    bundle: module("testQuery.js", "export default 1;"),
    args: {},
    format: "json",
  });
  for (const path of ["prepare_schema", "push_config", "run_test_function"]) {
    const headers = { "Content-Type": "application/json" };
    const url = `${engine.url}/api/${path}`;
    const { status } = await fetch(url, { method: "POST", headers, body });
    expect([path, status]).toEqual([path, 403]);
  }
  expect(
    await send(
      "/api/run_test_function",
      JSON.parse(body) as Record<string, unknown>,
    ),
  ).toMatchObject({
    status: 400,
    code: "InvalidTestQuery",
  });
});

test("[DE50] a query that brings its code must be its module's only export", async () => {
  expect(
    await send("/api/run_test_function", { bundle: notes, args: {} }),
  ).toMatchObject({
    status: 400,
    code: "InvalidTestQuery",
    message: "Only `export default` is supported.",
  });
});
