/**
 * One running query or mutation and what it has gathered so far. Nested calls have executions of their own that share the
 * transaction and the `Call`. Holds state only: running is in executor.ts, what code asks for in syscalls/.
 */
import type {
  TableView,
  Transaction,
} from "../transactions/transaction-types.ts";
import type { LoadedDeployment } from "./loaded-deployment.ts";
import type { LogLines } from "./log-lines.ts";
import type { FunctionPath } from "./paths.ts";
import type { QueryStream } from "./queries/stream.ts";
import type { Caller, RequestInfo } from "./function-types.ts";

const NOBODY: Caller = { kind: "anonymous" };

/** Components are not told who calls, nor is the app by them; administrators are known everywhere, as in the backend. */
export function callerWithin(
  caller: Caller,
  from: LoadedDeployment,
  to: LoadedDeployment,
): Caller {
  if (caller.kind === "admin" || caller.kind === "system") return caller;
  return from.component === "" && to.component === "" ? caller : NOBODY;
}

/** What a call and all its nested calls have in common. */
export type Call = {
  /** The code that was called. Nested calls may run that of other components. */
  readonly deployment: LoadedDeployment;
  readonly caller: Caller;
  readonly requestId: string;
  readonly request: RequestInfo;
  /** Id of the scheduled function on whose behalf this runs, null if there is none. */
  readonly scheduledId: string | null;
  /** ms since the epoch: time stands still for the whole call. */
  readonly now: number;
  readonly random: () => number;
  readonly log: LogLines;
  /** True once code asked who calls. */
  identityRead: boolean;
  /** A table that has to be made before the call can be run again; null if none. */
  missingTable: MissingTable | null;
  readonly scheduled: Scheduled;
  /** True once it has ended: nothing that still runs on its behalf may touch anything. */
  isOver: boolean;
};

/** Jobs scheduled so far, with the bytes of the arguments of all, and of those of the one that has most. */
export type Scheduled = { count: number; bytes: number; largest: number };

export const NOTHING_SCHEDULED: Readonly<Scheduled> = {
  count: 0,
  bytes: 0,
  largest: 0,
};

export type MissingTable = {
  readonly name: string;
  /** Of the component it is missing in; "" is the app. */
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
  /** Who calls, as this function is told. */
  readonly caller: Caller;
  readonly tables: TableView;
  readonly path: FunctionPath;
  readonly udfType: "Query" | "Mutation";
  readonly transaction: Transaction;
  /** 0 for the call itself, one more for each nested call around this one. */
  readonly depth: number;
  /** Where its page ended the last time, sealed; null when it is to choose. */
  readonly journal: string | null;
  /** Where its page ended this time; null until it paginates. */
  nextJournal: string | null = null;
  readonly streams = new Map<number, QueryStream>();
  /** The execution of the call itself: this one, unless it is nested. */
  readonly root: Execution;
  /** False once it has ended: whatever still runs of it may touch nothing. */
  isOpen = true;
  /** What waits until the nested call in progress has ended, in order; null when none is in progress. */
  blocked: (() => void)[] | null = null;
  #streamIds = 0;

  /** @param place `parent` for a nested call, `journal` for a query that has been run before. */
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

  /** Nothing may be read or written on its behalf any more. */
  close(): void {
    this.isOpen = false;
    for (const stream of this.streams.values()) stream.close();
    this.streams.clear();
  }
}
