/**
 * Commits that are visible but not yet in the database, as one layer over the state below. Holds the last state of each
 * document, so that one written often goes to disk once.
 */
import { documentText } from "../../values/documents.ts";
import { documentKey } from "../../values/ids.ts";
import type { JsonDocument, Timestamp } from "../../values/json.ts";
import type { DocumentChange } from "./write-set.ts";
import type { StorageError } from "../storage-error.ts";
import { SortedOverrides } from "../reading/sorted-overrides.ts";
import type { AnsweredRequest } from "../storage-types.ts";
import type { Batch } from "../writer/writer-messages.ts";

type Written = {
  readonly table: number;
  readonly id: string;
  readonly document: JsonDocument | null;
  /** Its JSON, set when it is written. */
  body: string | null;
};

export class PendingWrites {
  /** First and last commit in here; 0 while empty. */
  firstTs: Timestamp = 0;
  lastTs: Timestamp = 0;
  commits = 0;
  /** By `documentKey`. */
  readonly documents = new Map<string, Written>();
  /** Everything the commits changed, to withdraw it while it is not durable. */
  changes: DocumentChange[] = [];
  readonly answers = new Map<string, AnsweredRequest>();
  /** Highest answered request of each session. */
  readonly heights = new Map<string, number>();
  readonly #entries = new Map<number, SortedOverrides>();
  readonly #ids = new Map<number, SortedOverrides>();
  readonly #outcome = Promise.withResolvers<void>();

  constructor() {
    // A commit that no caller waits for may fail without an unhandled rejection.
    this.#outcome.promise.catch(() => undefined);
  }

  /** Commits that an earlier process left in the journal. */
  static of({ ts, documents, entries, answers }: Batch): PendingWrites {
    const writes = new PendingWrites();
    writes.firstTs = writes.lastTs = ts;
    writes.commits = 1;
    for (const [table, id, body] of documents) {
      const document =
        body === null ? null : (JSON.parse(body) as JsonDocument);
      writes.documents.set(documentKey(table, id), {
        ...{ table, id, document, body },
      });
      overridesIn(writes.#ids, table).set(id, document !== null);
    }
    for (const [index, key, present] of entries)
      overridesIn(writes.#entries, index).set(key, present);
    for (const [row, network] of answers) {
      const [ts, sessionId, requestId, result, logLines] = row;
      writes.answers.set(answerKey(sessionId, requestId), {
        ...{ ts, sessionId, requestId, result },
        logLines: JSON.parse(logLines) as string[],
        ...(network === null ? {} : { network }),
      });
      raise(writes.heights, sessionId, requestId);
    }
    return writes;
  }

  /** Settles when the disk has accepted or refused the commits. */
  get outcome(): Promise<void> {
    return this.#outcome.promise;
  }

  settle(error?: StorageError): void {
    if (error) this.#outcome.reject(error);
    else this.#outcome.resolve();
  }

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
      this.documents.set(documentKey(write.table, write.id), {
        table: write.table,
        id: write.id,
        document: write.after,
        body: null,
      });
      overridesIn(this.#ids, write.table).set(write.id, write.after !== null);
      for (const [index, key] of removed)
        overridesIn(this.#entries, index).set(key, false);
      for (const [index, key] of added)
        overridesIn(this.#entries, index).set(key, true);
    }
    if (answer) {
      const { sessionId, requestId } = answer;
      this.answers.set(answerKey(sessionId, requestId), answer);
      raise(this.heights, sessionId, requestId);
    }
  }

  /** Adds younger commits that are durable. */
  absorb(younger: PendingWrites): void {
    if (this.commits === 0) this.firstTs = younger.firstTs;
    this.lastTs = younger.lastTs;
    this.commits += younger.commits;
    for (const [key, written] of younger.documents)
      this.documents.set(key, written);
    for (const [key, answer] of younger.answers) this.answers.set(key, answer);
    for (const [session, height] of younger.heights)
      raise(this.heights, session, height);
    addAll(this.#ids, younger.#ids);
    addAll(this.#entries, younger.#entries);
  }

  /** What these writes change in an index. */
  entries(index: number): SortedOverrides | undefined {
    return this.#entries.get(index);
  }

  /** What these writes change in a table's ids. */
  ids(table: number): SortedOverrides | undefined {
    return this.#ids.get(table);
  }

  /** Everything in here as a batch. Index by index in key order, which is fastest on disk. */
  toBatch(): Pick<Batch, "ts" | "documents" | "entries" | "answers"> {
    const documents: Batch["documents"] = [];
    for (const written of this.documents.values()) {
      written.body ??= written.document && documentText(written.document);
      documents.push([written.table, written.id, written.body]);
    }
    const entries: Batch["entries"] = [];
    for (const [index, overrides] of this.#entries)
      for (const { key, present } of overrides.entries())
        entries.push([index, key, present]);
    return {
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
}

/** Key of an answer; session ids have no newline. */
export function answerKey(sessionId: string, requestId: number): string {
  return `${requestId}\n${sessionId}`;
}

function raise(
  heights: Map<string, number>,
  sessionId: string,
  requestId: number,
): void {
  if ((heights.get(sessionId) ?? -1) < requestId)
    heights.set(sessionId, requestId);
}

function overridesIn(
  map: Map<number, SortedOverrides>,
  number: number,
): SortedOverrides {
  let overrides = map.get(number);
  if (!overrides) map.set(number, (overrides = new SortedOverrides()));
  return overrides;
}

function addAll(
  to: Map<number, SortedOverrides>,
  from: ReadonlyMap<number, SortedOverrides>,
): void {
  for (const [number, overrides] of from) {
    const target = overridesIn(to, number);
    for (const { key, present } of overrides.entries())
      target.set(key, present);
  }
}
