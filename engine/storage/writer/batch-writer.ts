/** Writes batches of commits, in the writer thread. */
import type { Timestamp } from "../../values/json.ts";
import { MetaSum, sumOfAnswer, sumOfDocument } from "../checksums.ts";
import type { Connection, Statement } from "../database/sqlite.ts";
import {
  ANSWER_LIMITS,
  type AnswerLimits,
  KeptAnswers,
} from "../commits/kept-answers.ts";
import { Places } from "../catalog/places.ts";
import type { Batch } from "./writer-messages.ts";

/** Expired answers deleted per batch, besides one per new answer. The table shrinks without delaying a batch. */
const EXTRA_EXPIRED = 16;
export class BatchWriter {
  readonly #sql: Record<
    | "begin"
    | "commit"
    | "putDocument"
    | "deleteDocument"
    | "putEntry"
    | "deleteEntry"
    | "putAnswer"
    | "expireAnswers"
    | "forgetAnswer"
    | "setLastTs"
    | "setMeta",
    Statement
  >;

  readonly #kept: KeptAnswers;
  /** Answers to delete. Cleared only after the commit, because a refused batch is retried. */
  #displaced: Timestamp[] = [];
  readonly #places: Places;
  readonly #metaSum: MetaSum;

  constructor(
    connection: Connection,
    limits = ANSWER_LIMITS,
    places = new Places(connection),
  ) {
    this.#places = places;
    this.#kept = found(connection, limits);
    this.#metaSum = new MetaSum(connection);
    this.#sql = {
      begin: connection.prepare("BEGIN IMMEDIATE"),
      commit: connection.prepare("COMMIT"),
      putDocument: connection.prepare(
        `INSERT INTO documents(tbl, id, body, sum) VALUES (?, ?, ?, ?)
         ON CONFLICT(tbl, id) DO UPDATE
         SET body = excluded.body, sum = excluded.sum`,
      ),
      deleteDocument: connection.prepare(
        "DELETE FROM documents WHERE tbl = ? AND id = ?",
      ),
      putEntry: connection.prepare(
        "INSERT OR IGNORE INTO entries(idx, key) VALUES (?, ?)",
      ),
      deleteEntry: connection.prepare(
        "DELETE FROM entries WHERE idx = ? AND key = ?",
      ),
      putAnswer: connection.prepare(
        `INSERT OR REPLACE INTO answers(ts, session, request, result, logs, sum)
         VALUES (?, ?, ?, ?, ?, ?)`,
      ),
      // `+?`: SQLite would plan a bare `?` anew for each batch.
      expireAnswers: connection.prepare(
        `DELETE FROM answers WHERE ts IN
           (SELECT ts FROM answers WHERE ts <= ? ORDER BY ts LIMIT +?)`,
      ),
      forgetAnswer: connection.prepare("DELETE FROM answers WHERE ts = ?"),
      setLastTs: connection.prepare(
        "UPDATE meta SET value = max(value, ?) WHERE name = 'lastTs'",
      ),
      setMeta: connection.prepare("UPDATE meta SET value = ? WHERE name = ?"),
    };
  }

  /** Writes the whole batch to disk, or throws and writes nothing. */
  write(batch: Batch): void {
    const sql = this.#sql;
    sql.begin.run();
    for (const [table, id, body] of batch.documents) {
      const place = this.#places.of(table);
      if (body === null) sql.deleteDocument.run(place, id);
      else sql.putDocument.run(place, id, body, sumOfDocument(table, body));
    }
    for (const [index, key, present] of batch.entries) {
      if (present) sql.putEntry.run(index, key);
      else sql.deleteEntry.run(index, key);
    }
    for (const [answer, network] of batch.answers) {
      sql.putAnswer.run(...answer, sumOfAnswer(...answer));
      const [ts, , , result, logs] = answer;
      const size = result.length + logs.length;
      const displaced = this.#kept.add(ts, size, network);
      if (displaced !== null) this.#displaced.push(displaced);
    }
    for (const ts of this.#displaced) sql.forgetAnswer.run(ts);
    if (batch.answers.length > 0)
      sql.expireAnswers.run(
        this.#kept.floorAt(batch.ts),
        batch.answers.length + EXTRA_EXPIRED,
      );
    sql.setLastTs.run(batch.ts);
    sql.setMeta.run(batch.sequence, "journal");
    sql.setMeta.run(batch.chain, "chain");
    this.#metaSum.write();
    sql.commit.run();
    this.#displaced = [];
  }
}

/** Loads answers of earlier processes. There may be more than the limits allow. */
function found(connection: Connection, limits: AnswerLimits): KeptAnswers {
  const kept = new KeptAnswers(limits);
  const newest = connection
    .prepare(
      `SELECT ts, length(result) + length(logs) FROM answers
       ORDER BY ts DESC LIMIT ?`,
    )
    .raw()
    .all(limits.count + 1) as [ts: number, size: number][];
  for (const [ts, size] of newest.reverse()) kept.add(ts, size, null);
  return kept;
}
