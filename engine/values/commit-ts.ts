/**
 * The placeholder `{$commitTs: null}` that `db.vars.commitTs` is in JSON: the timestamp of the commit that a mutation will
 * be, in ns. Until then it counts, sorts and is checked as the greatest int64 there is (kinds.ts), and nobody outside of the
 * mutation may see or send one. Source: crates/value/src/pending.rs of get-convex/convex-backend.
 */
import type { JsonValue, Timestamp } from "./json.ts";
import { int64 } from "./kinds.ts";
import { UserError } from "./user-error.ts";

/** Whether a JSON text may hold the placeholder; true also for texts that only look like it. */
export function mayHoldCommitTs(text: string): boolean {
  return text.includes('"$commitTs"');
}

/** The value with the commit's timestamp in the place of each placeholder. The value itself stays as it is. */
export function withCommitTs<T extends JsonValue>(value: T, ts: Timestamp): T {
  return replaced(value, int64(BigInt(ts) * 1000n)) as T;
}

/** The same of a JSON text. */
export function textWithCommitTs(text: string, ts: Timestamp): string {
  if (!mayHoldCommitTs(text)) return text;
  return JSON.stringify(withCommitTs(JSON.parse(text) as JsonValue, ts));
}

/** @throws UserError when a value holds the placeholder where no commit will replace it. */
export function refuseCommitTs(value: JsonValue | undefined): void {
  if (value === undefined) return;
  if (replaced(value, null) === value) return;
  // As the backend refuses every name of a field that begins like this.
  throw new UserError(
    "Field name $commitTs starts with '$', which is reserved.",
  );
}

/** The very same value when it holds no placeholder. */
function replaced(value: JsonValue, by: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => replaced(item, by));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (value.$commitTs === null) return by;
  let changed: { [field: string]: JsonValue } | null = null;
  for (const [name, field] of Object.entries(value)) {
    const next = replaced(field, by);
    if (next === field) continue;
    changed ??= { ...value };
    changed[name] = next;
  }
  return changed ?? value;
}
