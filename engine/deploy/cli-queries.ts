/**
 * The queries under `_system/cli/` that the official CLI subscribes to as admin (convex-backend,
 * npm-packages/system-udfs/convex/_system/cli/). Read-only.
 */
import type { JsonObject, JsonValue } from "../values/json.ts";
import type {
  SystemAnswer,
  SystemQueries,
  SystemQuery,
} from "../reactivity/system-queries.ts";
import type { Store } from "../storage/storage-types.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import type { Deployment } from "./deployment.ts";
import type { Exporter, ExportState } from "../snapshots/exporter.ts";
import type { Importer, ImportState } from "../snapshots/importer.ts";
import { NamespaceTables } from "../transactions/namespace-tables.ts";
import { int64 } from "../values/kinds.ts";
import { readEnvironment } from "./environment.ts";
import { readPage } from "./table-page.ts";

export type SystemQueriesContext = {
  readonly deployment: Deployment;
  readonly database: Database;
  readonly store: Store;
  readonly exporter: Pick<Exporter, "latest" | "watch">;
  readonly importer: Pick<Importer, "stateOf" | "list" | "watch">;
  /** Public origins, without a slash at the end. */
  readonly origins: { readonly cloud: string; readonly site: string };
};

export function systemQueries(context: SystemQueriesContext): SystemQueries {
  const { deployment, store, exporter, importer, origins } = context;
  const { catalog } = store;
  const reading = (
    read: (
      transaction: Transaction,
      args: JsonObject,
      component: string,
    ) => JsonValue,
  ): SystemQuery => ({
    answer: (args, _caller, component): Promise<SystemAnswer> =>
      context.database.runQuery((transaction) =>
        Promise.resolve(read(transaction, args, component)),
      ),
  });
  const watching = (
    answer: (component: string) => JsonValue | Promise<JsonValue>,
  ): SystemQuery => ({
    answer: async (_args, _caller, component) => ({
      value: await answer(component),
    }),
    watch: (changed) => deployment.watch(changed),
  });
  return new Map([
    [
      "_system/cli/queryEnvironmentVariables",
      reading((transaction) =>
        Object.entries(readEnvironment(transaction, catalog))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, value]) => ({ name, value })),
      ),
    ],
    [
      "_system/cli/queryEnvironmentVariables:get",
      // Includes the built-in ones, as on the backend.
      reading((transaction, { name }) => {
        const known = new Map(
          Object.entries({
            ...readEnvironment(transaction, catalog),
            CONVEX_CLOUD_URL: origins.cloud,
            CONVEX_SITE_URL: origins.site,
          }),
        );
        const value = known.get(String(name));
        return value === undefined ? null : { name: String(name), value };
      }),
    ],
    [
      "_system/cli/tables",
      watching((component) => ({
        page: catalog
          .tables()
          .filter(
            ({ name, namespace = "" }) =>
              namespace === component && !name.startsWith("_"),
          )
          .map(({ name }) => ({ name })),
        isDone: true,
        continueCursor: "end",
      })),
    ],
    [
      "_system/cli/tableData",
      reading((transaction, args, component) =>
        readPage(transaction, new NamespaceTables(catalog, component), args),
      ),
    ],
    [
      "_system/cli/tableSize",
      // Not in a transaction: a table may exceed what one may read.
      {
        answer: async ({ tableName }, _caller, component) => {
          const table = catalog.table(String(tableName), component);
          if (table === undefined) return { value: 0 };
          const state = await store.readState();
          try {
            return { value: await state.count(table.number) };
          } finally {
            state.close();
          }
        },
      },
    ],
    [
      "_system/cli/exports:getLatest",
      {
        answer: () => ({ value: exportAnswer(exporter.latest) }),
        watch: (changed) => exporter.watch(changed),
      },
    ],
    [
      "_system/cli/queryImport",
      {
        answer: ({ importId }) => ({
          value: { state: importAnswer(importer.stateOf(String(importId))) },
        }),
        watch: (changed) => importer.watch(changed),
      },
    ],
    [
      "_system/cli/queryImport:list",
      {
        answer: () => ({
          value: importer
            .list()
            .map(({ id, state }) => ({ _id: id, state: importAnswer(state) })),
        }),
        watch: (changed) => importer.watch(changed),
      },
    ],
    ["_system/cli/modules:apiSpec", watching(() => apiSpec(deployment))],
    ["_system/cli/convexUrl:cloudUrl", watching(() => origins.cloud)],
    [
      "_system/frontend/components:list",
      // Paths serve as ids; `run_test_function` accepts them.
      watching(() =>
        ["", ...(deployment.row?.components ?? []).map(({ path }) => path)].map(
          (path) => ({ id: path, path, state: "active" }),
        ),
      ),
    ],
  ]);
}

/** The CLI expects timestamps in nanoseconds. */
function exportAnswer(latest: ExportState | null): JsonValue {
  if (latest?.state === "failed")
    return { state: "failed", error_message: latest.error };
  if (latest?.state !== "completed") return latest && { state: latest.state };
  const { startTs, completeTs } = latest;
  return {
    state: "completed",
    start_ts: int64(BigInt(startTs) * 1000n),
    complete_ts: int64(BigInt(completeTs) * 1000n),
    zip_object_key: `${startTs}.zip`,
  };
}

function importAnswer(known: ImportState): JsonObject {
  const { state } = known;
  switch (state) {
    case "uploaded":
      return { state };
    case "waiting_for_confirmation":
      return {
        state,
        message_to_confirm: known.message,
        require_manual_confirmation: known.mustAsk,
      };
    case "in_progress":
      return {
        state,
        progress_message: known.progress,
        checkpoint_messages: [...known.done],
      };
    case "completed":
      return { state, num_rows_written: int64(BigInt(known.count)) };
    case "failed":
      return { state, error_message: known.error };
  }
}

const ANY = '{"type":"any"}';

async function apiSpec(deployment: Deployment): Promise<JsonValue> {
  const analysis = await deployment.analysis();
  return Object.entries(analysis?.modules ?? {}).flatMap(([path, module]) => [
    ...module.functions.map((one): JsonObject => ({
      identifier: `${path}:${one.name}`,
      functionType: one.udfType,
      visibility: { ...one.visibility },
      args: parsed(one.args),
      returns: parsed(one.returns),
    })),
    ...(module.httpRoutes ?? []).map(({ route }): JsonObject => ({
      functionType: "HttpAction",
      ...route,
    })),
  ]);
}

/** A validator; `any` if the function has none. */
function parsed(validator: string): JsonValue {
  const value = JSON.parse(validator) as JsonValue;
  return value ?? (JSON.parse(ANY) as JsonValue);
}
