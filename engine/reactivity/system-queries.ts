/**
 * System queries (`_system/cli/tables`, …), which the CLI and the dashboard subscribe to like any other. This is their
 * interface; deploy/ defines them.
 */
import type { Caller } from "../functions/function-types.ts";
import type { ReadSet } from "../transactions/transaction-types.ts";
import type { JsonObject, JsonValue, Timestamp } from "../values/json.ts";

/** `reads` and `ts` come from `Database.runQuery` when the answer depends on documents; then commits refresh it. */
export type SystemAnswer = {
  readonly value: JsonValue;
  readonly reads?: ReadSet;
  readonly ts?: Timestamp;
};

export interface SystemQuery {
  /** Only called for admins. A thrown error becomes the query's failure, with its message. */
  answer(
    args: JsonObject,
    caller: Caller,
    /** Path of the requested component; "" is the app. */
    component: string,
  ): SystemAnswer | Promise<SystemAnswer>;
  /**
   * Calls `changed` whenever the answer may differ for a reason that `reads` does not cover. Returns the function that
   * unsubscribes.
   */
  watch?(changed: () => void): () => void;
}

/** By path as shown to clients: without `.js`, and without `:default`. */
export type SystemQueries = ReadonlyMap<string, SystemQuery>;

export function isSystemPath(path: string): boolean {
  return path.startsWith("_system/");
}
