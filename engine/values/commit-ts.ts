/**
 * The placeholder `{$commitTs: null}`, which is `db.vars.commitTs` in JSON: the timestamp, in ns, of the mutation's commit.
 * Until then it counts, sorts and is checked as the greatest int64 (kinds.ts). Only the mutation may see or send one. Source:
 * crates/value/src/pending.rs of get-convex/convex-backend.
 */
import type { JsonValue, Timestamp } from "./json.ts";
import { int64 } from "./kinds.ts";
import { UserError } from "./user-error.ts";

/** Whether a JSON text may hold the placeholder; true also for texts that only look like it. */
export function mayHoldCommitTs(text: string): boolean {
  return text.includes('"$commitTs"');
}

/** A copy of the value with the commit's timestamp in place of each placeholder. */
export function withCommitTs<T extends JsonValue>(value: T, ts: Timestamp): T {
  return replaced(value, int64(BigInt(ts) * 1000n)) as T;
}

/** The same for a JSON text. */
export function textWithCommitTs(text: string, ts: Timestamp): string {
  if (!mayHoldCommitTs(text)) return text;
  return JSON.stringify(withCommitTs(JSON.parse(text) as JsonValue, ts));
}

/** @throws UserError when a value holds the placeholder where no commit will replace it. */
export function refuseCommitTs(value: JsonValue | undefined): void {
  if (value === undefined) return;
  if (replaced(value, null) === value) return;
  // The backend refuses every field name that begins like this.
  throw new UserError(
    "Field name $commitTs starts with '$', which is reserved.",
  );
}

/** Returns the same value when it holds no placeholder. */
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
