/** Writes batches of commits. Part of the writer thread. */
import type { Connection, Statement } from "./sqlite.ts";
import type { Batch } from "./writer-messages.ts";

/** Answers are kept for two weeks, as the backend does; the official client gives up far earlier. In microseconds. */
export const ANSWER_LIFE = 14 * 24 * 3600 * 1e6;
/** Old answers deleted with each batch, beyond one for each new one: the table shrinks, and no batch waits for it. */
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
    | "setLastTs",
    Statement
  >;

  constructor(connection: Connection) {
    this.#sql = {
      begin: connection.prepare("BEGIN IMMEDIATE"),
      commit: connection.prepare("COMMIT"),
      putDocument: connection.prepare(
        `INSERT INTO documents(tbl, id, body) VALUES (?, ?, ?)
         ON CONFLICT(tbl, id) DO UPDATE SET body = excluded.body`,
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
        `INSERT OR REPLACE INTO answers(ts, session, request, result, logs)
         VALUES (?, ?, ?, ?, ?)`,
      ),
      // `+?`: with a bare one it would be planned anew for each batch.
      expireAnswers: connection.prepare(
        `DELETE FROM answers WHERE ts IN
           (SELECT ts FROM answers WHERE ts < ? ORDER BY ts LIMIT +?)`,
      ),
      setLastTs: connection.prepare(
        "UPDATE meta SET value = max(value, ?) WHERE name = 'lastTs'",
      ),
    };
  }

  /** All of it on disk, or an error and none of it. */
  write(batch: Batch): void {
    const sql = this.#sql;
    sql.begin.run();
    for (const [table, id, body] of batch.documents) {
      if (body === null) sql.deleteDocument.run(table, id);
      else sql.putDocument.run(table, id, body);
    }
    for (const [index, key, present] of batch.entries) {
      if (present) sql.putEntry.run(index, key);
      else sql.deleteEntry.run(index, key);
    }
    for (const answer of batch.answers) sql.putAnswer.run(...answer);
    if (batch.answers.length > 0)
      sql.expireAnswers.run(
        batch.ts - ANSWER_LIFE,
        batch.answers.length + EXTRA_EXPIRED,
      );
    sql.setLastTs.run(batch.ts);
    sql.commit.run();
  }
}
