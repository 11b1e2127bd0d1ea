/** Runs mutations until they commit, and remembers answers for clients that ask again. */
import type { Store } from "../storage/storage-types.ts";
import type { Timestamp } from "../values/json.ts";
import { networkOf } from "../values/network.ts";
import { beginCall, resolveCall, type CallRequest } from "./calls.ts";
import { Execution, type Call } from "./execution.ts";
import type { AroundMutation } from "./functions.ts";
import type { RunContext } from "./run-query.ts";
import { TableMissing } from "./syscalls/writes.ts";

export type MutationContext = RunContext & {
  readonly store: Pick<Store, "catalog" | "changeCatalog">;
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

/** Thrown when a job is no longer to be run. */
export class JobWithdrawn extends Error {}

/**
 * Runs a mutation and waits until it is durable.
 * @param onLog told the log lines of the last run, also when it fails.
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
  const { ip } = request.request;
  const network = ip === null ? null : networkOf(ip);
  for (;;) {
    const missing: { table: string | null } = { table: null };
    try {
      const { value, ts } = await database.runMutation(async (transaction) => {
        const deployment = context.deployment();
        const { info, args } = resolveCall(
          request,
          deployment,
          "Mutation",
          transaction.catalog,
        );
        if (deployment === null) throw new Error("nothing is deployed");
        if (around?.before(transaction) === false) throw new JobWithdrawn();
        const call = beginCall(request, deployment);
        const execution = new Execution(
          call,
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
      return { ...value, ts };
    } catch (error) {
      if (missing.table === null) throw error;
      await addTable(store, missing.table);
    }
  }
}

/** Whatever came of a run that wrote to a table which is not there: it is run again when it is. */
function failIfTableMissing(
  call: Call,
  missing: { table: string | null },
): void {
  if (call.missingTable === null) return;
  missing.table = call.missingTable;
  throw new TableMissing(call.missingTable);
}

/** Tables come into being with the first document, as in the backend. */
async function addTable(
  store: Pick<Store, "catalog" | "changeCatalog">,
  name: string,
): Promise<void> {
  const { catalog } = store;
  await store.changeCatalog({
    // Asked for when it is this change's turn: another change may be under way, and must not be undone.
    get tables() {
      const present = catalog.tables().map((table) => ({
        name: table.name,
        indexes: catalog
          .indexesOf(table.number)
          .filter((index) => index.name !== "by_creation_time"),
      }));
      return catalog.table(name)
        ? present
        : [...present, { name, indexes: [] }];
    },
  });
}
