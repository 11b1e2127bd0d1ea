/**
 * Commits that are visible but not yet on disk, as one step over the state below. Holds the last state of each thing
 * touched, so that a document written often in one batch goes to disk once.
 */
import { documentText } from "../values/documents.ts";
import type { JsonDocument, Key, Timestamp } from "../values/json.ts";
import type { DocumentChange } from "./write-set.ts";
import type { StorageError } from "./storage-error.ts";
import { SortedOverrides } from "./sorted-overrides.ts";
import type { AnsweredRequest } from "./storage-types.ts";
import type { Batch } from "./writer-messages.ts";

type Written = {
  readonly table: number;
  readonly document: JsonDocument | null;
  /** Characters of its JSON, known once it is on its way. */
  weight: number;
};

export class PendingWrites {
  /** First and last commit in here; 0 while it is empty. */
  firstTs: Timestamp = 0;
  lastTs: Timestamp = 0;
  commits = 0;
  readonly documents = new Map<string, Written>();
  /** Everything the commits changed, to take it back. */
  readonly changes: DocumentChange[] = [];
  readonly answers = new Map<string, AnsweredRequest>();
  readonly #entries = new Map<number, SortedOverrides>();
  readonly #ids = new Map<number, SortedOverrides>();
  readonly #outcome = Promise.withResolvers<void>();

  constructor() {
    // Commits that nobody waits for may fail without anybody to tell.
    this.#outcome.promise.catch(() => undefined);
  }

  /** Settles when the disk has taken or refused it. */
  get outcome(): Promise<void> {
    return this.#outcome.promise;
  }

  settle(error?: StorageError): void {
    if (error) this.#outcome.reject(error);
    else this.#outcome.resolve();
  }

  /** Adds a commit. */
  add(
    ts: Timestamp,
    changes: readonly DocumentChange[],
    answer: AnsweredRequest | undefined,
  ): void {
    if (this.commits === 0) this.firstTs = ts;
    this.lastTs = ts;
    this.commits++;
    for (const change of changes) {
      const { write, removed, added } = change;
      this.changes.push(change);
      this.documents.set(write.id, {
        table: write.table,
        document: write.after,
        weight: 0,
      });
      overridesIn(this.#ids, write.table).set(write.id, write.after !== null);
      for (const [index, key] of removed) this.#setEntry(index, key, false);
      for (const [index, key] of added) this.#setEntry(index, key, true);
    }
    if (answer) {
      this.answers.set(answerKey(answer.sessionId, answer.requestId), answer);
    }
  }

  /** What these writes say of an index, if anything. */
  entries(index: number): SortedOverrides | undefined {
    return this.#entries.get(index);
  }

  /** What these writes say of the ids of a table, if anything. */
  ids(table: number): SortedOverrides | undefined {
    return this.#ids.get(table);
  }

  /** Everything in here for the writer. Index by index in key order, which is how the disk likes it. */
  toBatch(): Batch {
    const documents: Batch["documents"] = [];
    for (const [id, written] of this.documents) {
      const body = written.document && documentText(written.document);
      written.weight = body?.length ?? 0;
      documents.push([written.table, id, body]);
    }
    const entries: Batch["entries"] = [];
    for (const [index, overrides] of this.#entries)
      for (const { key, present } of overrides.entries())
        entries.push([index, key, present]);
    return {
      kind: "batch",
      ts: this.lastTs,
      documents,
      entries,
      answers: [...this.answers.values()].map(
        ({ ts, sessionId, requestId, result, logLines, network = null }) => [
          [ts, sessionId, requestId, result, JSON.stringify(logLines)],
          network,
        ],
      ),
    };
  }

  #setEntry(index: number, key: Key, present: boolean): void {
    overridesIn(this.#entries, index).set(key, present);
  }
}

/** Where an answer is found; session ids have no newline. */
export function answerKey(sessionId: string, requestId: number): string {
  return `${requestId}\n${sessionId}`;
}

function overridesIn(
  map: Map<number, SortedOverrides>,
  number: number,
): SortedOverrides {
  let overrides = map.get(number);
  if (!overrides) map.set(number, (overrides = new SortedOverrides()));
  return overrides;
}
