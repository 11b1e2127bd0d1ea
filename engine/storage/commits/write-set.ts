/** What a commit changes in the indexes of its tables. Pure. */
import type { Key, Timestamp } from "../../values/json.ts";
import { keyOfDocument } from "../../values/keys.ts";
import type { WriteSet, DocumentWrite, IndexInfo } from "../storage-types.ts";

type IndexedKey = readonly [index: number, key: Key];

/** A write with the index entries it removes and adds. */
export type DocumentChange = {
  readonly write: DocumentWrite;
  readonly removed: readonly IndexedKey[];
  readonly added: readonly IndexedKey[];
  /** Keys that stay; their document has changed. */
  readonly kept: readonly IndexedKey[];
};

/** Index entries that a write changes; `indexes` are those of its table. */
export function changeOf(
  write: DocumentWrite,
  indexes: readonly IndexInfo[],
): DocumentChange {
  const removed: IndexedKey[] = [];
  const added: IndexedKey[] = [];
  const kept: IndexedKey[] = [];
  for (const { id, fields } of indexes) {
    const before = write.before && keyOfDocument(fields, write.before);
    const after = write.after && keyOfDocument(fields, write.after);
    if (before !== null && before === after) {
      kept.push([id, before]);
      continue;
    }
    if (before !== null) removed.push([id, before]);
    if (after !== null) added.push([id, after]);
  }
  return { write, removed, added, kept };
}

/** Everything a commit touched. Kept keys too: their readers have read the document. */
export function writeSetOf(
  ts: Timestamp,
  changes: readonly DocumentChange[],
): WriteSet {
  const ids = new Set<string>();
  const keys = new Map<number, Key[]>();
  for (const { write, removed, added, kept } of changes) {
    ids.add(write.id);
    for (const list of [removed, added, kept]) {
      for (const [index, key] of list) {
        const known = keys.get(index);
        if (known) known.push(key);
        else keys.set(index, [key]);
      }
    }
  }
  return { ts, ids, keys };
}
