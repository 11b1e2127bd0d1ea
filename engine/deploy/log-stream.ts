/**
 * Finished calls and their logs in memory, for the polls of `npx convex logs` and `dev`. Calls without logs and errors
 * are kept only while a client polls.
 */
import { setTimeout } from "node:timers/promises";
import type { FinishedCall } from "../functions/running/finished-call.ts";
import { strippedPath } from "../functions/paths.ts";
import { fullText } from "../functions/thrown.ts";

/** Half as long as the Convex backend holds a poll, ms. */
const HOLD = 30_000;
/** A client that polled within this time, ms, will poll again. */
const LOOKING = 2 * HOLD;
const MAX_ENTRIES = 1000;
/** Of all texts together. */
const MAX_CHARACTERS = 4 << 20;

/** As `FunctionExecution` of npm convex (src/cli/lib/apiTypes.ts). */
type LogEntry = {
  readonly kind: "Completion";
  readonly udfType: FinishedCall["udfType"];
  readonly identifier: string;
  readonly requestId: string;
  /** When it ended, and how long it took: seconds. */
  readonly timestamp: number;
  readonly executionTime: number;
  readonly logLines: readonly string[];
  readonly error: string | null;
};

type Kept = {
  readonly cursor: number;
  readonly characters: number;
  readonly entry: LogEntry;
};

export class LogStream {
  readonly #stopping = new AbortController();
  readonly #now: () => number;
  #kept: Kept[] = [];
  #characters = 0;
  #lastCursor = 0;
  #lastPoll = 0;
  readonly #waiting = new Set<() => void>();

  /** @param now ms since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Cheap for calls that are not kept. */
  add({ logLines, thrown, ...call }: FinishedCall): void {
    const now = this.#now();
    if (
      logLines.length === 0 &&
      thrown === null &&
      now - this.#lastPoll > LOOKING
    )
      return;
    const error = thrown && fullText(thrown);
    const cursor = this.#next(now);
    let characters = error?.length ?? 0;
    for (const line of logLines) characters += line.length;
    this.#characters += characters;
    this.#kept.push({
      cursor,
      characters,
      entry: {
        kind: "Completion",
        udfType: call.udfType,
        identifier:
          call.udfType === "HttpAction" ? call.path : strippedPath(call.path),
        requestId: call.requestId,
        timestamp: now / 1000,
        executionTime: call.milliseconds / 1000,
        logLines,
        error,
      },
    });
    this.#forget();
    for (const wake of this.#waiting) wake();
  }

  /** @param cursor from the last poll; 0 returns all entries at once. */
  async poll(cursor: number): Promise<{
    readonly entries: readonly LogEntry[];
    readonly newCursor: number;
  }> {
    this.#lastPoll = this.#now();
    if (cursor !== 0 && this.#lastCursor <= cursor) await this.#nextEntry();
    const entries = this.#kept
      .filter((kept) => kept.cursor > cursor)
      .map(({ entry }) => entry);
    // Never 0 again, even without entries.
    const newCursor = this.#lastCursor || this.#next(this.#now());
    return { entries, newCursor: Math.max(newCursor, cursor) };
  }

  /** Answers all waiting polls. */
  stop(): void {
    this.#stopping.abort();
  }

  async #nextEntry(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const { signal } = this.#stopping;
    const late = setTimeout(HOLD, undefined, { signal, ref: false });
    await Promise.race([promise, late]).catch(() => undefined);
    this.#waiting.delete(resolve);
  }

  /** Unique for each entry. */
  #next(now: number): number {
    this.#lastCursor = Math.max(now, this.#lastCursor + 0.01);
    return this.#lastCursor;
  }

  /** Drops the oldest. */
  #forget(): void {
    while (this.#kept.length > MAX_ENTRIES || this.#characters > MAX_CHARACTERS)
      this.#characters -= this.#kept.shift()?.characters ?? 0;
  }
}
