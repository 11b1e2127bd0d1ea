/**
 * The net effect of one ModifyQuerySet. A query added and removed in one message is never run, so a message costs only
 * what remains of it.
 */
import type { AddQuery, RemoveQuery } from "./messages.ts";

export type NetChange = {
  readonly removed: Iterable<number>;
  readonly added: Iterable<AddQuery>;
};

/** Why the message was refused, for the client; `reason` is the close reason. */
export type Violation = { readonly error: string; readonly reason: string };

/** @param most queries that may be watched at any point on the way */
export function netChange(
  watched: { readonly size: number; has(queryId: number): boolean },
  modifications: readonly (AddQuery | RemoveQuery)[],
  most: number,
): NetChange | Violation {
  const added = new Map<number, AddQuery>();
  const removed = new Set<number>();
  for (const change of modifications) {
    const { queryId } = change;
    const isWatched = watched.has(queryId) && !removed.has(queryId);
    const exists = isWatched || added.has(queryId);
    if (change.type === "Remove") {
      if (!exists) return bad(`Nonexistent query id: ${queryId}`);
      if (!added.delete(queryId)) removed.add(queryId);
      continue;
    }
    if (exists) return bad(`Duplicate query ID: ${queryId}`);
    if (watched.size - removed.size + added.size >= most)
      return bad(
        `Too many queries: up to ${most} are allowed on a single websocket.`,
        "TooManyQueries",
      );
    added.set(queryId, change);
  }
  return { removed, added: added.values() };
}

function bad(error: string, reason = "BadRequest"): Violation {
  return { error, reason };
}
