/**
 * The state of one running query or mutation. Nested calls have separate executions that share the transaction and the
 * `Call`.
 */
import type {
  TableView,
  Transaction,
} from "../../transactions/transaction-types.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import type { LogLines } from "../log-lines.ts";
import type { Replaced } from "../replaced-globals.ts";
import type { FunctionPath } from "../paths.ts";
import type { QueryStream } from "../queries/stream.ts";
import type { Caller, RequestInfo } from "../function-types.ts";

const NOBODY: Caller = { kind: "anonymous" };

/**
 * Components do not learn the user's identity, nor does the app when a component calls it. Admins are known everywhere,
 * as in the backend.
 */
export function callerWithin(
  caller: Caller,
  from: LoadedDeployment,
  to: LoadedDeployment,
): Caller {
  if (caller.kind === "admin" || caller.kind === "system") return caller;
  return from.component === "" && to.component === "" ? caller : NOBODY;
}

/** Shared by a call and all its nested calls. */
export type Call = {
  /** The called code. Nested calls may run that of other components. */
  readonly deployment: LoadedDeployment;
  readonly caller: Caller;
  readonly requestId: string;
  readonly request: RequestInfo;
  /** Whose turn its steps take (step-lines.ts); null for the engine's own work. */
  readonly network: string | null;
  /** Time that its steps have taken, ms. */
  cost: number;
  /** Id of the scheduled function that made this call, directly or indirectly; null if none. */
  readonly scheduledId: string | null;
  /** ms since the epoch: time stands still for the whole call. */
  readonly now: number;
  readonly random: () => number;
  readonly log: LogLines;
  /** True once code asked for the caller's identity. */
  identityRead: boolean;
  /** A table that must be created before the call can run again; null if none. */
  missingTable: MissingTable | null;
  readonly scheduled: Scheduled;
  /** True once the call has ended: code that still runs may not touch anything. */
  isOver: boolean;
};

/** Jobs scheduled so far, the bytes of all their arguments, and of the largest one's. */
export type Scheduled = { count: number; bytes: number; largest: number };

export const NOTHING_SCHEDULED: Readonly<Scheduled> = {
  count: 0,
  bytes: 0,
  largest: 0,
};

export type MissingTable = {
  readonly name: string;
  /** Component of the missing table; "" is the app. */
  readonly namespace: string;
};

/** The tables that code sees in a transaction. */
export function tablesOf(
  transaction: Transaction,
  { component }: LoadedDeployment,
): TableView {
  return component === ""
    ? transaction.catalog
    : transaction.catalogOf(component);
}

export class Execution {
  readonly call: Call;
  /** The app's code, or that of one component. */
  readonly code: LoadedDeployment;
  /** The caller as this function sees it. */
  readonly caller: Caller;
  readonly tables: TableView;
  readonly path: FunctionPath;
  readonly udfType: "Query" | "Mutation";
  readonly transaction: Transaction;
  /** 0 for the call itself, 1 more per level of nesting. */
  readonly depth: number;
  /** Sealed end of the page from the last run; null lets the query choose. */
  readonly journal: string | null;
  /** The end of this run's page; null until it paginates. */
  nextJournal: string | null = null;
  readonly globals: Replaced = { values: null };
  /** Transactions of nested calls that see a moment of their own. */
  readonly snapshots = new Set<Transaction>();
  readonly streams = new Map<number, QueryStream>();
  /** The execution of the call itself: this one, unless it is nested. */
  readonly root: Execution;
  /** False once it has ended: code that still runs may not touch anything. */
  isOpen = true;
  /** Actions that wait for the nested call in progress, in order; null when none is in progress. */
  blocked: (() => void)[] | null = null;
  #streamIds = 0;

  /** @param place `parent` for a nested call, `journal` for a query that ran before. */
  constructor(
    call: Call,
    code: LoadedDeployment,
    path: FunctionPath,
    udfType: "Query" | "Mutation",
    transaction: Transaction,
    place: {
      readonly parent?: Execution;
      readonly journal?: string | null;
    } = {},
  ) {
    this.call = call;
    this.code = code;
    this.tables = tablesOf(transaction, code);
    this.path = path;
    this.udfType = udfType;
    this.transaction = transaction;
    this.depth = place.parent ? place.parent.depth + 1 : 0;
    this.root = place.parent?.root ?? this;
    this.caller = place.parent
      ? callerWithin(place.parent.caller, place.parent.code, code)
      : call.caller;
    this.journal = place.journal ?? null;
  }

  addStream(stream: QueryStream): number {
    const id = this.#streamIds++;
    this.streams.set(id, stream);
    return id;
  }

  /** Ends its reads and writes. */
  close(): void {
    this.isOpen = false;
    for (const stream of this.streams.values()) stream.close();
    this.streams.clear();
  }
}
