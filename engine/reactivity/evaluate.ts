/** Runs one query, a function of the app or a system query. Keeps no state. */
import { inComponent, notFoundText } from "../functions/paths.ts";
import type {
  FunctionRunner,
  QueryResult,
} from "../functions/function-types.ts";
import type { Database, ReadSet } from "../transactions/transaction-types.ts";
import type {
  JsonObject,
  JsonText,
  JsonValue,
  Timestamp,
} from "../values/json.ts";
import type { QueryRequest } from "./live-query.ts";
import { isSystemPath, type SystemQueries } from "./system-queries.ts";

/** A read set that no commit touches. */
const NOTHING_READ: ReadSet = {
  ids: new Set(),
  ranges: new Map(),
  idRanges: new Map(),
  missingTables: new Set(),
  overlaps: () => false,
};

export type QuerySources = {
  readonly runner: Pick<FunctionRunner, "runQuery">;
  readonly database: Pick<Database, "lastTs">;
  readonly systemQueries: SystemQueries;
};

/**
 * @param at as in `Database.runQuery`
 * @throws the runner's errors; errors of user code are outcomes.
 */
export async function evaluate(
  sources: QuerySources,
  request: QueryRequest,
  journal: string | null,
  at?: Timestamp,
): Promise<QueryResult> {
  const { path, args, caller, component } = request;
  if (!isSystemPath(path)) {
    const address = inComponent(component, path);
    const { network } = request;
    return sources.runner.runQuery(
      address,
      parse(args),
      caller,
      journal,
      at,
      network,
    );
  }
  return evaluateSystemQuery(sources, request);
}

async function evaluateSystemQuery(
  sources: QuerySources,
  { path, args, caller, component }: QueryRequest,
): Promise<QueryResult> {
  const { database, systemQueries } = sources;
  const query = systemQueries.get(path);
  const failed = (message: string): QueryResult => ({
    outcome: { ok: false, message, logLines: [] },
    ts: database.lastTs,
    reads: NOTHING_READ,
    journal: null,
    identityRead: false,
    cost: 0,
  });
  if (query === undefined || caller.kind !== "admin")
    return failed(notFoundText(path, component));
  try {
    const answer = await query.answer(
      argsObject(parse(args)),
      caller,
      component,
    );
    return {
      outcome: { ok: true, value: JSON.stringify(answer.value), logLines: [] },
      ts: answer.ts ?? database.lastTs,
      reads: answer.reads ?? NOTHING_READ,
      journal: null,
      identityRead: false,
      cost: 0,
    };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function parse(args: JsonText): JsonValue {
  return JSON.parse(args) as JsonValue;
}

function argsObject(args: JsonValue): JsonObject {
  return typeof args === "object" && args !== null && !Array.isArray(args)
    ? args
    : {};
}
