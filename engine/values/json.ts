/**
 * The one form of values inside the engine: Convex's JSON encoding (`$integer`, `$float`, `$bytes`;
 * https://docs.convex.dev/functions/types). Types only.
 * Order is in keys.ts, ids in ids.ts, limits and validators in their own files.
 */

/** A Convex value in its JSON encoding, as `convexToJson` of `convex/values` produces it. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | JsonValue[]
  | { [field: string]: JsonValue };

/** The JSON text of a value. Values kept for long are kept like this: parsed, they may be twenty times as large. */
export type JsonText = string;

/** An object in JSON encoding: function arguments, documents. */
export type JsonObject = { [field: string]: JsonValue };

/** A stored document. Shared between all readers: treat as frozen. `_creationTime` is in ms, fractional. */
export type JsonDocument = {
  readonly _id: string;
  readonly _creationTime: number;
  readonly [field: string]: JsonValue;
};

/**
 * Position in the history of commits: integer microseconds since the epoch, strictly increasing, also across restarts. On the
 * wire it is nanoseconds as base64 of a little-endian u64 (see sync/messages.ts). Microseconds fit a JavaScript number exactly.
 */
export type Timestamp = number;

/**
 * An order-preserving encoding of a list of values: one char (0–255) per byte, so that `<` on strings is memcmp. Produced only
 * by values/keys.ts.
 */
export type Key = string;
