/**
 * The engine's own queries (`_system/cli/tables`, …), which the CLI and the dashboard subscribe to like any other.
 * Holds the interface and the lookup by path; deploy/ brings the queries.
 */
import type { Caller } from "../functions/function-types.ts";
import type { ReadSet } from "../transactions/transaction-types.ts";
import type { JsonObject, JsonValue, Timestamp } from "../values/json.ts";

/** `reads` and `ts` come from `Database.runQuery` when the answer depends on documents; then commits refresh it by themselves. */
export type SystemAnswer = {
  readonly value: JsonValue;
  readonly reads?: ReadSet;
  readonly ts?: Timestamp;
};

export interface SystemQuery {
  /** Only administrators get here. An error thrown becomes the query's failure, with its message. */
  answer(
    args: JsonObject,
    caller: Caller,
    /** Path of the component that is asked about; "" is the app. */
    component: string,
  ): SystemAnswer | Promise<SystemAnswer>;
  /** Calls `changed` whenever the answer may differ for a reason that `reads` does not cover. Returns the way to stop. */
  watch?(changed: () => void): () => void;
}

/** By path as shown to clients: without `.js`, and without `:default`. */
export type SystemQueries = ReadonlyMap<string, SystemQuery>;

export function isSystemPath(path: string): boolean {
  return path.startsWith("_system/");
}
