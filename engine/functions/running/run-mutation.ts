/**
 * Runs mutations until they commit. Each request has one answer. A client that resends it after a lost connection gets
 * the answer of the first run, committed or still under way. The store keeps each answer in the commit that made it.
 */
import type { Store } from "../../storage/storage-types.ts";
import { mayHoldCommitTs, textWithCommitTs } from "../../values/commit-ts.ts";
import type { Timestamp } from "../../values/json.ts";
import {
  beginCall,
  networkBehind,
  resolveCall,
  type CallRequest,
} from "./calls.ts";
import { Execution, type Call, type MissingTable } from "./execution.ts";
import type { AroundMutation } from "../deployed/functions.ts";
import type { RunContext } from "./run-query.ts";
import { TableMissing } from "../syscalls/writes.ts";

export type MutationContext = RunContext & {
  readonly store: Pick<Store, "catalog" | "buildCatalog" | "answered">;
  /** Requests whose first run is under way, by session and number. */
  readonly underWay: Map<string, Promise<Committed>>;
};

export type Session = {
  readonly sessionId: string;
  readonly requestId: number;
};

export type Committed = {
  readonly value: string;
  readonly ts: Timestamp;
  readonly logLines: readonly string[];
};

/** Thrown when a job must no longer run. */
export class JobWithdrawn extends Error {}

/** Runs a client's mutation, unless it has been answered. Failures are not recorded: they left no changes. */
export async function runMutationOnce(
  context: MutationContext,
  request: CallRequest,
  onLog: (lines: readonly string[]) => void,
  session: Session,
): Promise<Committed> {
  const { database, store, underWay } = context;
  const known = store.answered(session.sessionId, session.requestId);
  if (known !== null) {
    await database.whenDurable(known.ts);
    return { value: known.result, ts: known.ts, logLines: known.logLines };
  }
  const key = `${session.requestId} ${session.sessionId}`;
  const running = underWay.get(key);
  if (running !== undefined) return running;
  const started = runMutation(context, request, onLog, session).finally(() =>
    underWay.delete(key),
  );
  underWay.set(key, started);
  return started;
}

/**
 * Runs a mutation and waits until it is durable.
 * @param onLog gets the log lines of the last run, also when it fails.
 * Rejects with FunctionThrew or UserError when the function fails, JobWithdrawn when `around` says so.
 */
export async function runMutation(
  context: MutationContext,
  request: CallRequest,
  onLog: (lines: readonly string[]) => void,
  session: Session | null = null,
  around: AroundMutation | null = null,
): Promise<Committed> {
  const { database, store } = context;
  const network = networkBehind(request);
  for (;;) {
    const missing: { table: MissingTable | null } = { table: null };
    try {
      const { value, ts } = await database.runMutation(async (transaction) => {
        const deployment = context.deployment();
        const { code, info, args } = resolveCall(
          request,
          deployment,
          "Mutation",
          transaction,
        );
        if (around?.before(transaction) === false) throw new JobWithdrawn();
        // Others wait for one that has priority.
        const turn = transaction.hasPriority ? null : network;
        const call = beginCall(request, code, turn);
        const execution = new Execution(
          call,
          code,
          info.path,
          "Mutation",
          transaction,
        );
        const result = await context.executor
          .run(execution, info, args)
          .finally(() => {
            onLog(call.log.lines);
            failIfTableMissing(call, missing);
          });
        if (mayHoldCommitTs(result)) transaction.stamp();
        around?.after(transaction);
        const logLines = call.log.lines;
        return {
          value: { value: result, logLines },
          ...(session && {
            request: { ...session, result, logLines, network },
          }),
        };
      });
      await database.whenDurable(ts);
      return { ...value, value: textWithCommitTs(value.value, ts), ts };
    } catch (error) {
      if (missing.table === null) throw error;
      // As in the backend, the first document makes its table.
      await store.buildCatalog({ tables: [{ ...missing.table, indexes: [] }] });
    }
  }
}

/** The outcome of a run that needed a missing table does not count: the mutation runs again once the table exists. */
function failIfTableMissing(
  call: Call,
  missing: { table: MissingTable | null },
): void {
  if (call.missingTable === null) return;
  missing.table = call.missingTable;
  throw new TableMissing(call.missingTable.name);
}
