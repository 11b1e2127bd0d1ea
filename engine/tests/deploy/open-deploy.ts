/** Deployment and push over a real database. Functions are only described: a bundle's analysis is JSON in its modules. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { Deployment } from "../../deploy/deployment.ts";
import { Pusher } from "../../deploy/pusher.ts";
import { systemQueries } from "../../deploy/cli-queries.ts";
import { catalogOf } from "../../deploy/system-tables.ts";
import type { Analysis } from "../../functions/analysis/analysis-types.ts";
import { AuthConfigError } from "../../functions/analysis/auth-config.ts";
import type {
  DeployedBundle,
  DeployedModule,
} from "../../functions/deployed/bundle.ts";
import type { Functions } from "../../functions/deployed/functions.ts";
import { openStore } from "../../storage/store.ts";
import { openDeploymentDatabase } from "../../deploy/deployment-row.ts";
import type { JsonObject } from "../../values/json.ts";
import { must, UserError } from "../../values/user-error.ts";

export type OpenDeploy = Awaited<ReturnType<typeof openDeploy>>;

export async function openDeploy(folder?: string) {
  const path = folder ?? (await mkdtemp(join(tmpdir(), "engine-deploy-")));
  const store = openStore({ folder: path });
  await store.changeCatalog({ ...catalogOf(null), isPart: true });
  const database = openDeploymentDatabase(store);
  const loaded: DeployedBundle[] = [];
  const events = {
    forgotten: 0,
    beforeLoad: () => {},
    onUse: () => {},
    onKeep: () => {},
    prepared: 0,
    dropped: 0,
  };
  const errors: unknown[] = [];
  const prepare: Functions["prepare"] = async (bundle) => {
    await Promise.resolve();
    events.beforeLoad();
    events.prepared++;
    let isUsed = false;
    return {
      use() {
        isUsed = true;
        loaded.push(bundle);
        events.onUse();
      },
      keep: () => events.onKeep(),
      drop() {
        events.dropped++;
        if (isUsed) loaded.pop();
      },
    };
  };
  const functions: Pick<Functions, "analyze" | "prepare" | "load"> = {
    analyze: (bundle) => Promise.resolve(described(bundle)),
    prepare,
    load: async (bundle) => (await prepare(bundle)).use(),
  };
  const context = {
    database,
    store,
    // These tests never use the rest.
    functions: functions as Functions,
    unstored: { HIDDEN: "h" },
    forgetKeys: () => void events.forgotten++,
    now: () => Date.UTC(2026, 10, 21, 10),
    logError: (_: string, error: unknown) => void errors.push(error),
  };
  const deployment = new Deployment(context);
  const pusher = new Pusher({ ...context, deployment });
  const queries = systemQueries({
    deployment,
    database,
    store,
    exporter: { latest: null, watch: () => () => undefined },
    importer: {
      stateOf: () => ({ state: "uploaded" }),
      list: () => [],
      watch: () => () => undefined,
    },
    origins: { cloud: "http://localhost:3210", site: "http://localhost:3211" },
  });
  const insertAll = async (table: string, all: readonly JsonObject[]) => {
    const { number } = must(store.catalog.table(table), `no table ${table}`);
    const { value, ts } = await database.runMutation((transaction) =>
      Promise.resolve({
        value: all.map((fields) => transaction.insert(number, fields)._id),
      }),
    );
    await database.whenDurable(ts);
    return value;
  };
  /** Like the CLI, asks until the check of a push is over. */
  const checked = async (pushId: string) => {
    for (;;) {
      const status = await pusher.waitForSchema(pushId, 10_000);
      if (status.type !== "inProgress") return status;
    }
  };
  return {
    path,
    store,
    database,
    deployment,
    pusher,
    loaded,
    events,
    errors,
    /** Answers a system query as admin. */
    ask: async (name: string, args: JsonObject = {}) => {
      const query = must(queries.get(name), `no query ${name}`);
      return (await query.answer(args, { kind: "admin" }, "")).value;
    },
    /** Inserts all in one mutation; returns their ids. */
    insertAll,
    insert: async (table: string, fields: JsonObject) =>
      must((await insertAll(table, [fields]))[0], "its id"),
    checked,
    /** All steps of a push, as the CLI takes them; returns the schema's error if it failed. */
    push: async (request: JsonObject) => {
      const { schemaChange } = await pusher.startPush(request);
      const pushId = schemaChange.schemaIds[""];
      const status = await checked(pushId);
      if (status.type !== "complete") return status;
      return await pusher.finishPush(pushId, false);
    },
    async close(keep = false) {
      await store.close();
      if (!keep) await rm(path, { recursive: true, force: true });
    },
  };
}

/** The deployment of the running test: `useDeploy`. */
export let open: OpenDeploy;

/** Opens a deployment for each test of the calling file. Its errors fail the test unless they are `expected`. */
export function useDeploy({ expected = false } = {}): void {
  beforeEach(async () => void (open = await openDeploy()));
  afterEach(async () => {
    if (!expected) expect(open.errors).toEqual([]);
    await open.close();
  });
}

/** Opens its folder again. */
export async function reopen(): Promise<void> {
  await open.close(true);
  open = await openDeploy(open.path);
}

/**
 * A module whose source is its analysis result. `{fails: text}` cannot be analysed; in `auth.config.js`, `{unset: name}` cannot
 * either.
 */
export const module = (
  path: string,
  found: JsonObject = {},
  environment: "isolate" | "node" = "isolate",
): JsonObject => ({ path, source: JSON.stringify(found), environment });

export const query = (name: string): JsonObject => ({
  name,
  pos: null,
  udfType: "Query",
  visibility: { kind: "public" },
  args: '{"type":"any"}',
  returns: "null",
});

export const pushRequest = (
  modules: JsonObject[],
  options: {
    schema?: JsonObject;
    unchanged?: JsonObject[];
    dryRun?: boolean;
    components?: JsonObject[];
  } = {},
): JsonObject => ({
  adminKey: "k",
  dryRun: options.dryRun ?? false,
  functions: "convex/",
  appDefinition: {
    definition: null,
    dependencies: [],
    schema:
      options.schema === undefined ? null : module("schema.js", options.schema),
    changedModules: modules,
    unchangedModuleHashes: options.unchanged ?? [],
    udfServerVersion: "1.48.0",
  },
  componentDefinitions: options.components ?? [],
  nodeDependencies: [],
});

/** A schema of one table. */
export function schemaOf(
  tableName: string,
  documentType: JsonObject,
  indexes: JsonObject[] = [],
  schemaValidation = true,
): JsonObject {
  const table = {
    tableName,
    indexes,
    searchIndexes: [],
    vectorIndexes: [],
    documentType,
  };
  return { tables: [table], schemaValidation };
}

export const object = (fields: Record<string, string>): JsonObject => ({
  type: "object",
  value: Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [
      name,
      { fieldType: { type }, optional: false },
    ]),
  ),
});

function described(bundle: DeployedBundle): Analysis {
  const found = (entry: DeployedModule) => {
    const value = JSON.parse(entry.source) as JsonObject;
    if (typeof value["fails"] === "string")
      throw new UserError(`Failed to analyze ${entry.path}: ${value["fails"]}`);
    return value;
  };
  const modules = bundle.modules
    .filter(({ path }) => path !== "auth.config.js")
    .map((entry) => [
      entry.path,
      { functions: [], httpRoutes: null, cronSpecs: null, ...found(entry) },
    ]);
  const auth = bundle.modules.find(({ path }) => path === "auth.config.js");
  return {
    modules: Object.fromEntries(modules) as Analysis["modules"],
    schema: bundle.schema && bundle.schema.source,
    authConfig: auth === undefined ? null : authConfigIn(auth),
  };
}

function authConfigIn({ source }: DeployedModule): JsonObject {
  const config = JSON.parse(source) as JsonObject;
  const { fails, unset } = config;
  if (typeof fails === "string")
    throw new AuthConfigError("InvalidAuthConfig", fails);
  if (typeof unset === "string")
    throw new AuthConfigError(
      "AuthConfigMissingEnvironmentVariable",
      `Environment variable ${unset} is used in auth config file but its value was not set`,
    );
  return config;
}
