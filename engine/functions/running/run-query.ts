/** Runs queries until everything they read is valid at one timestamp. Errors of user code are results, like values. */
import type { Database } from "../../transactions/transaction-types.ts";
import type { Timestamp } from "../../values/json.ts";
import { beginCall, resolveCall, type CallRequest } from "./calls.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import { Execution } from "./execution.ts";
import type { Executor } from "./executor.ts";
import { failureOf, thrownOf, type Telling, type Thrown } from "../thrown.ts";
import type { QueryResult } from "../function-types.ts";

export type RunContext = Telling & {
  readonly database: Database;
  readonly executor: Executor;
  /** The current deployment; null before the first deploy. */
  readonly deployment: () => LoadedDeployment | null;
};

export type QueryContext = Omit<RunContext, "deployment"> & {
  readonly deployment: () => Pick<LoadedDeployment, "components"> | null;
};

/** The end of a run, before it becomes an answer. */
type Run = {
  readonly end: { readonly value: string } | { readonly thrown: Thrown };
  readonly logLines: readonly string[];
  readonly journal: string | null;
  readonly identityRead: boolean;
  readonly cost: number;
};

/**
 * One run of a query with its reads. `end` is how the code ended.
 * @param at as in `Database.runQuery`
 * @param network whose turn it takes; null for the engine's own work
 */
export async function runQuery(
  context: QueryContext,
  request: CallRequest,
  journal: string | null,
  at?: Timestamp,
  network: string | null = null,
): Promise<Run & Pick<QueryResult, "ts" | "reads">> {
  const { value, ts, reads } = await context.database.runQuery(
    async (transaction): Promise<Run> => {
      const deployment = context.deployment();
      const failed = (error: unknown): Run => ({
        end: { thrown: thrownOf(error) },
        logLines: [],
        journal: null,
        identityRead: false,
        cost: 0,
      });
      let resolved;
      try {
        resolved = resolveCall(request, deployment, "Query", transaction);
      } catch (error) {
        return failed(error);
      }
      const { code, info, args } = resolved;
      const call = beginCall(request, code, network);
      const place = { journal };
      const execution = new Execution(
        call,
        code,
        info.path,
        "Query",
        transaction,
        place,
      );
      const end = await context.executor.run(execution, info, args).then(
        (result) => ({ value: result }),
        (error: unknown) => ({ thrown: thrownOf(error) }),
      );
      return {
        end,
        logLines: call.log.lines,
        journal: execution.nextJournal,
        identityRead: call.identityRead,
        cost: call.cost,
      };
    },
    at,
  );
  return { ...value, ts, reads };
}

/** The run as clients get it. */
export function queryResult(
  telling: Telling,
  request: CallRequest,
  run: Awaited<ReturnType<typeof runQuery>>,
): QueryResult {
  const { end, logLines, ts, reads, journal, identityRead, cost } = run;
  const outcome =
    "thrown" in end
      ? failureOf(end.thrown, request.requestId, logLines, telling)
      : {
          ok: true as const,
          value: end.value,
          logLines: telling.showErrors ? logLines : [],
        };
  return { outcome, ts, reads, journal, identityRead, cost };
}
