/**
 * A toy database and function runner behind the declared interfaces, small enough to be obviously right. Documents are
 * numbers under string keys, with one index over the keys. The disk can be held back. Replaces storage/, transactions/
 * and functions/ in tests of reactivity, sockets or HTTP.
 */
import type {
  Caller,
  FunctionFailure,
  FunctionRunner,
  MutationResult,
  QueryResult,
  RequestInfo,
  UserIdentity,
} from "../../functions/function-types.ts";
import type { WriteSet, KeyRange } from "../../storage/storage-types.ts";
import type { ReadSet } from "../../transactions/transaction-types.ts";
import type { JsonValue, Timestamp } from "../../values/json.ts";

const INDEX = 1;

/** The context of a toy function. Reads are recorded. */
export class Context {
  readonly #values: Map<string, JsonValue>;
  readonly writes = new Map<string, JsonValue | null>();
  readonly ids = new Set<string>();
  readonly ranges: KeyRange[] = [];
  identityRead = false;
  journal: string | null;
  /** The journal that a run returns; null unless it read a page. */
  nextJournal: string | null = null;
  readonly #caller: Caller;

  constructor(
    values: Map<string, JsonValue>,
    caller: Caller,
    journal: string | null,
  ) {
    this.#values = values;
    this.#caller = caller;
    this.journal = journal;
  }

  get(key: string): JsonValue {
    this.ids.add(key);
    return this.writes.get(key) ?? this.#values.get(key) ?? null;
  }

  /** Values of lower <= key < upper, in order. */
  range(lower: string, upper: string | null): [string, JsonValue][] {
    this.ranges.push({ lower, upper });
    return [...this.#values]
      .filter(([key]) => key >= lower && (upper === null || key < upper))
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  put(key: string, value: JsonValue | null): void {
    this.writes.set(key, value);
  }

  identity(): UserIdentity | null {
    this.identityRead = true;
    if (this.#caller.kind === "user") return this.#caller.identity;
    if (this.#caller.kind === "admin") return this.#caller.actingAs ?? null;
    return null;
  }

  /** A page of `size` keys from `lower` on; the journal pins its end. */
  page(lower: string, size: number): string[] {
    const all = this.range(lower, this.journal).map(([key]) => key);
    this.nextJournal = this.journal;
    if (this.journal !== null) return all;
    const page = all.slice(0, size);
    // Just past the last key of a full page; otherwise the end of all keys.
    const last = page[size - 1];
    this.journal = last === undefined ? "\u{10ffff}" : `${last}\u0000`;
    this.nextJournal = this.journal;
    this.ranges.length = 0;
    this.ranges.push({ lower, upper: this.journal });
    return page;
  }
}

export type ToyArgs = { readonly [name: string]: string | number | null };

export type ToyFunction = (
  context: Context,
  args: ToyArgs,
) => JsonValue | Promise<JsonValue>;

export type Kind = "Query" | "Mutation" | "Action";

export class FakeEngine {
  readonly values = new Map<string, JsonValue>();
  readonly functions = new Map<
    string,
    { kind: Kind; internal: boolean; run: ToyFunction }
  >();
  /** How often each query path has run. */
  readonly runs = new Map<string, number>();
  /** Callers of mutations and actions, in start order. */
  readonly calls: { path: string; caller: Caller }[] = [];
  /** Lets a test wrap each query and mutation. */
  aroundQuery: (
    run: () => Promise<QueryResult>,
    path: string,
    args: JsonValue,
  ) => Promise<QueryResult> = (run) => run();
  aroundMutation: (
    run: () => Promise<MutationResult>,
    info: RequestInfo | undefined,
  ) => Promise<MutationResult> = (run) => run();
  /** While true, commits do not reach the disk. */
  diskHeld = false;
  /** While true, commits that reach the disk are refused. */
  diskBroken = false;
  #lastTs: Timestamp;
  #durableTs: Timestamp;
  readonly #listeners = new Set<(commit: WriteSet) => void>();
  readonly #deployListeners = new Set<() => void>();
  #disk: { ts: Timestamp; done: () => void; failed: (e: Error) => void }[] = [];
  /** Values that undo refused commits. */
  readonly #undo = new Map<string, JsonValue | null>();
  /** The state at requested timestamps. */
  readonly #past = new Map<Timestamp, Map<string, JsonValue>>();
  readonly #withdrawn: [first: Timestamp, end: Timestamp][] = [];
  readonly #answered = new Map<string, MutationResult>();
  httpAction: (request: Request, caller: Caller) => Promise<Response> = () =>
    Promise.resolve(new Response("No matching routes found", { status: 404 }));

  constructor(start: Timestamp = 1_700_000_000_000_000) {
    this.#lastTs = start;
    this.#durableTs = start;
    Object.defineProperty(this.database, "lastTs", { get: () => this.#lastTs });
  }

  define(path: string, kind: Kind, run: ToyFunction, internal = false): this {
    this.functions.set(path, { kind, internal, run });
    return this;
  }

  /** Commits writes from outside any function. */
  commit(writes: Record<string, JsonValue | null>): Timestamp {
    return this.#apply(new Map(Object.entries(writes)));
  }

  /** Lets held commits reach the disk. */
  releaseDisk(): void {
    this.diskHeld = false;
    this.#flush();
  }

  deploy(): void {
    for (const listener of this.#deployListeners) listener();
  }

  /** The query's current value, from a separate run. */
  fresh(path: string, args: ToyArgs): JsonValue {
    const context = new Context(this.values, { kind: "anonymous" }, null);
    const run = this.functions.get(path)?.run;
    if (run === undefined) throw new Error(`no ${path}`);
    const value = run(context, args);
    if (value instanceof Promise) throw new Error("must be synchronous");
    return value;
  }

  /** The part of `Database` that reactivity and sync use. */
  readonly database = {
    lastTs: 0,
    onCommit: (listener: (commit: WriteSet) => void) => {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    },
    keepPresent: (): Timestamp => {
      this.#past.set(this.#lastTs, new Map(this.values));
      return this.#lastTs;
    },
    whenDurable: (ts: Timestamp): Promise<void> => {
      if (this.#withdrawn.some(([first, end]) => ts >= first && ts < end))
        return Promise.reject(new Error("disk full"));
      if (ts <= this.#durableTs) return Promise.resolve();
      return new Promise((done, failed) => {
        this.#disk.push({ ts, done, failed });
        if (!this.diskHeld) setImmediate(() => this.#flush());
      });
    },
  };

  get lastTs(): Timestamp {
    return this.#lastTs;
  }

  /** Makes mutations wait from now on. @returns a function that releases them, and the number that have started */
  holdMutations(): { release: () => void; begun: () => number } {
    let release = (): void => undefined;
    let begun = 0;
    const gate = new Promise<void>((resolve) => (release = resolve));
    this.aroundMutation = async (run) => {
      begun++;
      await gate;
      return run();
    };
    return { release, begun: () => begun };
  }

  readonly runner: FunctionRunner = {
    runQuery: (path, args, caller, journal, at) =>
      this.aroundQuery(
        () => this.#runQuery(path, args, caller, journal, at),
        path,
        args,
      ),
    runMutation: (path, args, caller, session, info) =>
      this.aroundMutation(
        () => this.#runMutation(path, args, caller, session),
        info,
      ),
    runAction: (path, args, caller) => this.#runAction(path, args, caller),
    runHttpAction: (request, caller) => this.httpAction(request, caller),
    describe: (path) => {
      const found = this.functions.get(path);
      if (found === undefined) return undefined;
      return {
        udfType: found.kind,
        visibility: found.internal ? "internal" : "public",
      };
    },
    onDeploy: (listener) => {
      this.#deployListeners.add(listener);
      return () => void this.#deployListeners.delete(listener);
    },
  };

  #flush(): void {
    if (this.diskHeld) return;
    const waiting = this.#disk;
    this.#disk = [];
    if (this.diskBroken) {
      this.#withdraw();
      for (const { failed } of waiting) failed(new Error("disk full"));
      return;
    }
    this.#undo.clear();
    for (const { ts, done } of waiting) {
      this.#durableTs = Math.max(this.#durableTs, ts);
      done();
    }
  }

  /** As in storage: the state on disk becomes visible again, at a new timestamp. */
  #withdraw(): void {
    const undo = new Map(this.#undo);
    const first = this.#durableTs + 1;
    this.#durableTs = this.#apply(undo);
    this.#withdrawn.push([first, this.#durableTs]);
    this.#undo.clear();
  }

  #apply(writes: Map<string, JsonValue | null>): Timestamp {
    this.#lastTs++;
    for (const [key, value] of writes) {
      if (!this.#undo.has(key))
        this.#undo.set(key, this.values.get(key) ?? null);
      if (value === null) this.values.delete(key);
      else this.values.set(key, value);
    }
    const keys = [...writes.keys()];
    const commit: WriteSet = {
      ts: this.#lastTs,
      ids: new Set(keys),
      keys: new Map([[INDEX, keys]]),
    };
    for (const listener of this.#listeners) listener(commit);
    return this.#lastTs;
  }

  #find(path: string, kind: Kind, caller: Caller) {
    const found = this.functions.get(path);
    const isHidden = found?.internal === true && caller.kind !== "admin";
    if (found === undefined || isHidden || found.kind !== kind)
      return { error: `Could not find public function for '${path}'.` };
    return { run: found.run };
  }

  async #runQuery(
    path: string,
    args: JsonValue,
    caller: Caller,
    journal: string | null,
    at = this.#lastTs,
  ): Promise<QueryResult> {
    this.runs.set(path, (this.runs.get(path) ?? 0) + 1);
    const past = this.#past.get(at);
    const context = new Context(past ?? this.values, caller, journal);
    const ts = past ? at : this.#lastTs;
    const began = performance.now();
    const pending = attempt(this.#find(path, "Query", caller), () => [
      context,
      args as ToyArgs,
    ]);
    const cost = performance.now() - began;
    const outcome = await pending;
    return {
      outcome,
      ts,
      reads: readSet(context),
      journal: context.nextJournal,
      identityRead: context.identityRead,
      cost,
    };
  }

  async #runMutation(
    path: string,
    args: JsonValue,
    caller: Caller,
    session?: { sessionId: string; requestId: number },
  ): Promise<MutationResult> {
    const key = `${session?.sessionId} ${session?.requestId}`;
    const before = this.#answered.get(key);
    if (session !== undefined && before !== undefined) return before;
    this.calls.push({ path, caller });
    const context = new Context(this.values, caller, null);
    const outcome = await attempt(this.#find(path, "Mutation", caller), () => [
      context,
      args as ToyArgs,
    ]);
    if (!outcome.ok) return outcome;
    const ts = this.#apply(context.writes);
    const result: MutationResult = { ...outcome, ts };
    if (session !== undefined) this.#answered.set(key, result);
    await this.database.whenDurable(ts);
    // A real runner has more to do before its promise resolves.
    for (let hops = 0; hops < 20; hops++) await Promise.resolve();
    return result;
  }

  async #runAction(path: string, args: JsonValue, caller: Caller) {
    this.calls.push({ path, caller });
    const context = new Context(this.values, caller, null);
    return attempt(this.#find(path, "Action", caller), () => [
      context,
      args as ToyArgs,
    ]);
  }
}

/** An error whose payload is sent like a ConvexError's. */
export class ToyError extends Error {
  readonly data: JsonValue;

  constructor(data: JsonValue) {
    super(`Uncaught ConvexError: ${JSON.stringify(data)}`);
    this.data = data;
  }
}

async function attempt(
  found: { run: ToyFunction } | { error: string },
  call: () => [Context, ToyArgs],
): Promise<
  { ok: true; value: string; logLines: readonly string[] } | FunctionFailure
> {
  if ("error" in found)
    return { ok: false, message: found.error, logLines: [] };
  try {
    const value = await found.run(...call());
    return { ok: true, value: JSON.stringify(value), logLines: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failure = { ok: false as const, message, logLines: [] };
    return error instanceof ToyError
      ? { ...failure, data: error.data }
      : failure;
  }
}

export function readSet(reads: {
  ids?: Iterable<string>;
  ranges?: readonly KeyRange[];
}): ReadSet {
  const ids = new Set(reads.ids ?? []);
  const ranges = [...(reads.ranges ?? [])];
  return {
    ids,
    ranges: new Map(ranges.length > 0 ? [[INDEX, ranges]] : []),
    idRanges: new Map(),
    missingTables: new Set(),
    overlaps: (commit) =>
      [...commit.ids].some((id) => ids.has(id)) ||
      (commit.keys.get(INDEX) ?? []).some((key) =>
        ranges.some((range) => contains(range, key)),
      ),
  };
}

const contains = ({ lower, upper }: KeyRange, key: string) =>
  key >= lower && (upper === null || key < upper);

/** A mutation that adds one to `n` and returns it. */
export const addOne = (c: Context) => {
  const next = Number(c.get("n") ?? 0) + 1;
  c.put("n", next);
  return next;
};
