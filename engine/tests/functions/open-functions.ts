/** The functions of an app given as text, over a real store. Files are in memory; scheduled functions never run. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Analysis } from "../../functions/analysis/analysis-types.ts";
import type { DeployedBundle } from "../../functions/deployed/bundle.ts";
import type { FunctionsOptions } from "../../functions/deployed/functions.ts";
import { httpRoutesOf } from "../../functions/http-routing.ts";
import { openFunctions } from "../../functions/deployed/open.ts";
import type { FilesPort, SchedulerPort } from "../../functions/ports.ts";
import type {
  Caller,
  FunctionFailure,
} from "../../functions/function-types.ts";
import { openStore } from "../../storage/store.ts";
import type { CatalogTarget, Store } from "../../storage/storage-types.ts";
import { openDatabase } from "../../transactions/database.ts";
import type {
  Database,
  Transaction,
} from "../../transactions/transaction-types.ts";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";
import { bundleSources } from "../bundle.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
export const ANYONE: Caller = { kind: "anonymous" };
export const ADMIN: Caller = { kind: "admin" };
/** Test machines are shared: milliseconds alone may become seconds. Actions share a module's state in one thread. */
const PATIENT = {
  userTime: 20_000,
  waitTime: 60_000,
  importTime: 60_000,
  patience: 60_000,
};

/** Imports that the sources of nearly every test need. */
export const PRELUDE = `
import { queryGeneric as query, mutationGeneric as mutation, actionGeneric as action,
  internalQueryGeneric as internalQuery, internalMutationGeneric as internalMutation,
  internalActionGeneric as internalAction, httpActionGeneric as httpAction, httpRouter,
  anyApi, makeFunctionReference, cronJobs, defineSchema, defineTable } from "convex/server";
import { v, ConvexError } from "convex/values";
`;

export type TestFunctions = Awaited<ReturnType<typeof openTestFunctions>>;

export class Failed extends Error {
  readonly failure: FunctionFailure;
  constructor(failure: FunctionFailure) {
    const text = failure.message.replace(
      /^\[Request ID: \w{16}\] Server Error\n/,
      "",
    );
    super(text.trimEnd());
    this.failure = failure;
  }
}

/** The message of a failure, without request id and frames. */
export const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => `no error but ${JSON.stringify(value)}`,
    (error: Error) => error.message.split("\n    at ")[0] ?? "",
  );

/** One app for all tests of a file. @returns a function that gives it, since it does not exist before the tests run */
export function functionsOf(
  sources: Record<string, string>,
  options: Partial<FunctionsOptions> = {},
): () => TestFunctions {
  let app: TestFunctions | undefined;
  beforeAll(async () => {
    app = await openTestFunctions(sources, options);
  });
  afterAll(() => app?.close());
  return () => must(app, "the app is not open yet");
}

/** @param options may name a folder to open again, which is then kept. */
export async function openTestFunctions(
  sources: Record<string, string>,
  options: Partial<FunctionsOptions> & { readonly folder?: string } = {},
) {
  const folder =
    options.folder ?? mkdtempSync(path.join(tmpdir(), "engine-functions-"));
  const store = openStore({ folder: path.join(folder, "data") });
  await store.changeCatalog({ tables: SYSTEM_TABLES, isPart: true });
  const database = openDatabase(store);
  const env: Record<string, string> = {};
  const faults: unknown[] = [];
  const files = memoryFiles(database, store);
  const functions = openFunctions({
    database,
    store,
    files: () => files,
    scheduler: rowScheduler(store),
    env: () => env,
    origins: { cloud: "http://cloud.test", site: "http://site.test" },
    modulesFolder: path.join(folder, "modules"),
    secret: Buffer.alloc(32, 7),
    logError: (what, error) => faults.push(what, error),
    ...options,
    limits: { ...PATIENT, ...options.limits },
  });
  const deploy = async (wanted: Record<string, string>) => {
    const bundle = await bundled(wanted);
    const analysis = await functions.analyze(bundle);
    await createTables(store, analysis);
    const http = { routes: httpRoutesOf(analysis), mounts: {} };
    await functions.load({ ...bundle, http });
  };
  await deploy(sources);
  return {
    functions,
    database,
    store,
    /** Environment variables. A change takes effect with the next `deploy`. */
    env,
    /** Errors that the engine reported as its own faults. */
    faults,
    deploy,
    async close() {
      await functions.close();
      await store.close();
      if (options.folder === undefined)
        rmSync(folder, { recursive: true, force: true });
    },
    async query(name: string, args: JsonObject = {}, caller: Caller = ANYONE) {
      const { outcome } = await functions.runQuery(name, args, caller, null);
      if (!outcome.ok) throw new Failed(outcome);
      return JSON.parse(outcome.value) as JsonValue;
    },
    async mutation(
      name: string,
      args: JsonObject = {},
      caller: Caller = ANYONE,
    ) {
      const result = await functions.runMutation(name, args, caller);
      if (!result.ok) throw new Failed(result);
      return JSON.parse(result.value) as JsonValue;
    },
    async action(name: string, args: JsonObject = {}, caller: Caller = ANYONE) {
      const result = await functions.runAction(name, args, caller);
      if (!result.ok) throw new Failed(result);
      return JSON.parse(result.value) as JsonValue;
    },
  };
}

/** Adds the prelude to every module except those that start with "use node". */
function bundled(sources: Record<string, string>): Promise<DeployedBundle> {
  const complete = Object.entries(sources).map(([name, source]) => [
    name,
    source.trimStart().startsWith('"use node"')
      ? `"use node";${PRELUDE}${source.trimStart().slice('"use node";'.length)}`
      : PRELUDE + source,
  ]);
  return bundleSources(
    Object.fromEntries(complete) as Record<string, string>,
    ROOT,
  );
}

const SYSTEM_TABLES: CatalogTarget["tables"] = [
  { name: "_storage", indexes: [] },
  { name: "_scheduled_functions", indexes: [] },
  { name: "_private", indexes: [] },
];

async function createTables(store: Store, { schema }: Analysis): Promise<void> {
  if (schema === null) return;
  const { tables } = JSON.parse(schema) as {
    tables: {
      tableName: string;
      indexes: { indexDescriptor: string; fields: string[] }[];
    }[];
  };
  const wanted = tables.map(({ tableName, indexes }) => ({
    name: tableName,
    indexes: indexes.map(({ indexDescriptor, fields }) => ({
      name: indexDescriptor,
      fields,
    })),
  }));
  await store.changeCatalog({ tables: [...SYSTEM_TABLES, ...wanted] });
}

function memoryFiles(database: Database, store: Store): FilesPort {
  const contents = new Map<string, Uint8Array>();
  const table = () => must(store.catalog.table("_storage"), "no table").number;
  const row = (transaction: Transaction, id: string) =>
    transaction.get(table(), id);
  return {
    getUrl: (transaction, id) =>
      row(transaction, id) && `http://cloud.test/api/storage/${id}`,
    getMetadata(transaction, id) {
      const found = row(transaction, id);
      if (found === null) return null;
      return {
        storageId: id,
        sha256: Buffer.from(found["sha256"] as string, "base64").toString(
          "hex",
        ),
        size: Number(found["size"]),
        contentType: (found["contentType"] as string | undefined) ?? null,
      };
    },
    delete: (transaction, id) => void transaction.remove(table(), id),
    generateUploadUrl: () => "http://cloud.test/api/storage/upload?token=t",
    async store({ content, contentType }) {
      const { value, ts } = await database.runMutation(async (transaction) => ({
        value: transaction.insert(table(), {
          sha256: createHash("sha256").update(content).digest("base64"),
          size: content.byteLength,
          ...(contentType === null ? {} : { contentType }),
        })._id,
      }));
      await database.whenDurable(ts);
      contents.set(value, content);
      return value;
    },
    async load(id) {
      const found = row(database.begin(), id);
      const content = contents.get(id);
      if (found === null || content === undefined) return null;
      const contentType = (found["contentType"] as string | undefined) ?? null;
      return { content, contentType };
    },
  };
}

function rowScheduler(store: Store): SchedulerPort {
  const table = () =>
    must(store.catalog.table("_scheduled_functions"), "no table").number;
  return {
    schedule: (transaction, { path: name, args, at }) =>
      transaction.insert(table(), {
        name,
        args: [args],
        scheduledTime: at,
        state: { kind: "pending" },
      })._id,
    cancel(transaction, id) {
      const row = transaction.get(table(), id);
      if (row !== null)
        transaction.put(
          table(),
          id,
          { ...row, state: { kind: "canceled" } },
          "Replace",
        );
    },
  };
}
