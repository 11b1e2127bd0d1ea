import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { inMemory } from "../../deploy/deployment-row.ts";
import type { DeployedBundle } from "../../functions/deployed/bundle.ts";
import {
  module,
  object,
  pushRequest,
  query,
  schemaOf,
  open,
  useDeploy,
  reopen,
} from "./open-deploy.ts";

/** A schema whose table `notes` takes any document. */
const ANY = { schema: schemaOf("notes", { type: "any" }) };
useDeploy();
const messages = module("messages.js", { functions: [query("list")] });

test("[DE4] start_push describes the bundle in the CLI's format and changes nothing", async () => {
  const schema = schemaOf("notes", object({ text: "string" }), [
    { indexDescriptor: "by_text", fields: ["text"] },
  ]);
  const http = module("http.js", {
    httpRoutes: [{ route: { path: "/hook", method: "POST" }, pos: null }],
  });
  const answer = await open.pusher.startPush(
    pushRequest([messages, http], { schema }),
  );
  expect(answer).toMatchObject({
    environmentVariables: {},
    externalDepsId: null,
    appAuth: [],
    analysis: {
      "": {
        definition: { path: "", definitionType: { type: "app" } },
        schema,
        functions: {
          "messages.js": {
            functions: [{ name: "list", udfType: "Query" }],
            httpRoutes: null,
            cronSpecs: null,
          },
        },
        udfConfig: { serverVersion: "1.48.0" },
      },
    },
    app: {
      componentPath: "",
      httpRoutes: {
        httpModuleRoutes: [{ path: "/hook", method: "POST" }],
        mounts: [],
      },
    },
    schemaChange: {
      indexDiffs: {
        "": {
          added_indexes: [
            { type: "database", name: "notes.by_text", fields: ["text"] },
          ],
          removed_indexes: [],
        },
      },
    },
  });
  expect(open.loaded).toEqual([]);
  expect(open.deployment.row).toBeNull();
  expect(open.store.catalog.table("notes")).toBeUndefined();
});

test("[DE5] finish_push makes tables and indexes, serves the functions and reports what changed", async () => {
  const by = (fields: string[]) => [{ indexDescriptor: "by", fields }];
  const text = object({ text: "string" });
  const first = await open.push(
    pushRequest([messages], { schema: schemaOf("notes", text, by(["text"])) }),
  );
  expect(first).toMatchObject({
    authDiff: { added: [], removed: [] },
    componentDiffs: {
      "": { moduleDiff: { added: ['"messages.js"'], removed: [] } },
    },
  });
  expect(open.loaded).toHaveLength(1);
  const second = await open.push(
    pushRequest([module("other.js")], {
      schema: schemaOf("notes", text, by(["text", "_id"])),
    }),
  );
  expect(second).toMatchObject({
    componentDiffs: {
      "": {
        moduleDiff: { added: ['"other.js"'], removed: ['"messages.js"'] },
        indexDiff: {
          added_indexes: [{ fields: ["text", "_id"] }],
          removed_indexes: [{ fields: ["text"] }],
        },
      },
    },
  });
  const table = open.store.catalog.table("notes")?.number ?? 0;
  const seen = open.store.catalog.index(table, "by")?.fields;
  expect(seen).toEqual(["text", "_id"]);
  const third = await open.push(
    pushRequest([messages], { schema: schemaOf("notes", text) }),
  );
  expect(third).toMatchObject({ componentDiffs: { "": {} } });
  expect(open.store.catalog.index(table, "by")).toBeUndefined();
});

test("[DE6] a restart serves the same deployment, and sources that nothing names any more are removed", async () => {
  const long = { functions: [query("list")], text: "é𝄞".repeat(400_000) };
  const map = { ...module("big.js", long), sourceMap: '{"version":3}' };
  await open.push(pushRequest([map, messages], ANY));
  const served = open.loaded.at(-1);
  await reopen();
  expect(open.deployment.row).not.toBeNull();
  await open.deployment.restore();
  const texts = (bundle: DeployedBundle | undefined) => ({
    ...bundle,
    modules: bundle?.modules.map((one) => ({ ...inMemory(one), hash: "" })),
    schema: bundle?.schema && { ...inMemory(bundle.schema), hash: "" },
  });
  expect(open.loaded.map(texts)).toEqual([texts(served)]);
  expect(open.deployment.schemas?.schema?.tables[0]?.tableName).toBe("notes");
  await open.push(pushRequest([messages]));
  const count = await open.ask("_system/cli/tableSize", {
    tableName: "_module_sources",
  });
  expect(count).toBe(1);
});

test("[HT23] the http router's paths are known by method, also after a restart", async () => {
  const route = (method: string, path: string) => ({
    route: { path, method },
    pos: null,
  });
  const http = module("http.js", {
    httpRoutes: [route("POST", "/hook"), route("GET", "/files/*")],
  });
  const asked = [
    ["POST", "/hook"],
    ["OPTIONS", "/hook"],
    ["GET", "/hook"],
    ["POST", "/hook/more"],
    ["HEAD", "/files/a/b"],
    ["GET", "/files"],
    ["DELETE", "/files/a"],
  ] as const;
  const answers = () =>
    asked.filter(([method, path]) =>
      open.deployment.hasHttpAction(method, path),
    );
  expect(answers()).toEqual([]);
  await open.push(pushRequest([http]));
  const own = [asked[0], asked[1], asked[4]];
  expect(answers()).toEqual(own);
  await reopen();
  await open.deployment.restore();
  expect(answers()).toEqual(own);
  await open.push(pushRequest([messages]));
  expect(answers()).toEqual([]);
});

test("[DE7] a push names unchanged modules by their hashes instead of sending them", async () => {
  await open.push(pushRequest([messages, module("a.js")]));
  const source = String(messages["source"]);
  const sha256 = createHash("sha256").update(source).digest("hex");
  const entry = open.deployment.row?.modules.find(
    ({ path }) => path === "messages.js",
  );
  expect(entry?.hash).toBe(sha256);
  const unchanged = [{ path: "messages.js", environment: "isolate", sha256 }];
  await open.push(pushRequest([module("b.js")], { unchanged }));
  const seen = open.loaded.at(-1)?.modules.map(({ path }) => path);
  expect(seen).toEqual(["messages.js", "b.js"]);
  await expect(
    open.push(
      pushRequest([], { unchanged: [{ ...unchanged[0], sha256: "0" }] }),
    ),
  ).rejects.toMatchObject({ code: "RaceDetected" });
});

test("[DE8] documents that do not fit the new schema fail the push, which names the first", async () => {
  await open.push(pushRequest([messages], ANY));
  const ids: string[] = [];
  for (let n = 0; n < 450; n++)
    ids.push(
      await open.insert("notes", n === 449 ? { text: 5 } : { text: "x" }),
    );
  const strict = schemaOf("notes", object({ text: "string" }));
  const status = await open.push(pushRequest([messages], { schema: strict }));
  expect(status).toMatchObject({
    type: "failed",
    componentPath: "",
    tableName: "notes",
    error: expect.stringContaining(
      `Document with ID "${ids[449]}" in table "notes" does not match the schema: Value does not match validator.`,
    ) as string,
  });
  expect(open.loaded).toHaveLength(1);
  const seen = open.deployment.schemas?.schema?.tables[0]?.documentType;
  expect(seen).toEqual({ type: "any" });
  const lax = schemaOf("notes", object({ text: "string" }), [], false);
  await expect(
    open.push(pushRequest([messages], { schema: lax })),
  ).resolves.toHaveProperty("componentDiffs");
});

test("[DE9] a document written between the check and the switch is checked too, and the old functions stay", async () => {
  await open.push(pushRequest([messages], ANY));
  const strict = schemaOf("notes", object({ text: "string" }));
  const { schemaChange } = await open.pusher.startPush(
    pushRequest([module("new.js")], { schema: strict }),
  );
  const pushId = schemaChange.schemaIds[""];
  const seen = await open.checked(pushId);
  expect(seen).toEqual({ type: "complete" });
  const table = open.store.catalog.table("notes")?.number ?? 0;
  open.events.beforeLoad = () => {
    const transaction = open.database.begin();
    transaction.insert(table, { text: 5 });
    open.database.commit(transaction);
    open.events.beforeLoad = () => {};
  };
  await expect(open.pusher.finishPush(pushId, false)).rejects.toMatchObject({
    code: "SchemaValidationFailed",
    message: expect.stringContaining("does not match the schema") as string,
  });
  expect(open.loaded.map(({ modules }) => modules[0]?.path)).toEqual([
    "messages.js",
  ]);
  expect(open.events.dropped).toBe(1);
  expect(open.deployment.row?.modules[0]?.path).toBe("messages.js");
});

test("[DE9] a push that is finished without waiting for its check is refused by it", async () => {
  await open.push(pushRequest([messages], ANY));
  await open.insert("notes", { text: 5 });
  const schema = schemaOf("notes", object({ text: "string" }));
  const { schemaChange } = await open.pusher.startPush(
    pushRequest([module("new.js")], { schema }),
  );
  const pushId = schemaChange.schemaIds[""];
  await expect(open.pusher.finishPush(pushId, false)).rejects.toMatchObject({
    code: "SchemaValidationFailed",
  });
  expect(open.deployment.row?.modules[0]?.path).toBe("messages.js");
});

test("[DE10] a mutation that runs across a push runs again", async () => {
  await open.push(pushRequest([messages], ANY));
  const table = open.store.catalog.table("notes")?.number ?? 0;
  let runs = 0;
  await open.database.runMutation(async (transaction) => {
    transaction.insert(table, { text: "of some code" });
    if (++runs === 1) await open.push(pushRequest([module("new.js")]));
    return { value: null };
  });
  expect(runs).toBe(2);
});

test("[DE11] modules, crons and providers that cannot be deployed are refused with the backend's texts", async () => {
  const refused = (
    code: string,
    text: string,
    ...request: Parameters<typeof pushRequest>
  ) =>
    expect(
      open.pusher.startPush(pushRequest(...request)),
      text,
    ).rejects.toMatchObject({
      status: 400,
      code,
      message: expect.stringContaining(text) as string,
    });
  await refused(
    "InvalidModules",
    "Hit an error while pushing:\nLoading the pushed modules encountered the following\n    error:\nFailed to analyze a.js: Uncaught Error: boom",
    [module("a.js", { fails: "Uncaught Error: boom" })],
  );
  const cron = (name: string) =>
    module("crons.js", {
      cronSpecs: {
        job: { name, args: [{}], schedule: { type: "hourly", minuteUTC: 0 } },
      },
    });
  await refused(
    "InvalidModules",
    "The cron job 'job' schedules a function that does not exist: messages.js:nothing",
    [messages, cron("messages:nothing")],
  );
  await refused(
    "InvalidModules",
    "The cron job 'job' schedules a query function, only actions and mutations can be scheduled: messages.js:list",
    [messages, cron("messages:list")],
  );
  await refused(
    "InvalidAuthConfig",
    "Hit an error while pushing:\nThe pushed auth config is invalid: auth config file must include a list of provider",
    [module("auth.config.js", { nothing: 1 })],
  );
  await refused(
    "InvalidAuthConfig",
    "Hit an error while pushing:\nThe pushed auth config is invalid: Uncaught Error: boom",
    [module("auth.config.js", { fails: "Uncaught Error: boom" })],
  );
  await refused(
    "AuthConfigMissingEnvironmentVariable",
    "Hit an error while pushing:\nEnvironment variable ISSUER is used in auth config file but its value was not set",
    [module("auth.config.js", { unset: "ISSUER" })],
  );
  expect(open.loaded).toEqual([]);
});

test("[DE12] a push gets RaceDetected after an environment change, too many other pushes, or under an unknown id", async () => {
  const start = async () =>
    (await open.pusher.startPush(pushRequest([messages]))).schemaChange
      .schemaIds[""];
  const early = await start();
  await open.deployment.changeEnvironment([{ name: "A", value: "1" }]);
  await expect(open.pusher.finishPush(early, false)).rejects.toMatchObject({
    code: "RaceDetected",
    message: expect.stringContaining(
      "Environment variables have changed during push",
    ) as string,
  });
  await expect(open.pusher.finishPush("unknown", false)).rejects.toThrow(
    "Schema was overwritten by another push.",
  );
  const first = await start();
  for (let n = 0; n < 4; n++) await start();
  const seen = await open.checked(first);
  expect(seen).toEqual({ type: "raceDetected" });
});

test("[DE13] a dry run changes nothing; evaluate_schema lists the indexes to add and drop with their tables' sizes", async () => {
  const by = (name: string) => [{ indexDescriptor: name, fields: ["text"] }];
  const schema = (name: string) => schemaOf("notes", { type: "any" }, by(name));
  await open.push(pushRequest([messages], { schema: schema("by_old") }));
  await open.insert("notes", { text: "x" });
  const request = pushRequest([module("b.js")], {
    schema: schema("by_new"),
    dryRun: true,
  });
  expect(await open.pusher.evaluateSchema(request)).toEqual({
    componentSchemaEvaluations: {
      "": {
        definitionPath: "",
        schemaValidation: true,
        tables: [],
        indexes: [
          {
            type: "database",
            name: "notes.by_new",
            fields: ["text"],
            staged: false,
            change: "added",
            needsBackfill: true,
            numDocs: 1,
          },
          {
            type: "database",
            name: "notes.by_old",
            fields: ["text"],
            staged: false,
            change: "dropped",
            needsBackfill: false,
            numDocs: 1,
          },
        ],
      },
    },
    newComponentDefinitions: [],
  });
  const { schemaChange } = await open.pusher.startPush(request);
  const answer = await open.pusher.finishPush(schemaChange.schemaIds[""], true);
  expect(answer).toEqual({
    authDiff: { added: [], removed: [] },
    definitionDiffs: {},
    componentDiffs: {},
  });
  expect(open.loaded).toHaveLength(1);
});
