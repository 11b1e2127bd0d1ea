/** What the scan asks SQLite. Names the way that each takes through the file, because that way is what is looked at. */
import type { JsonText, Timestamp } from "../../values/json.ts";
import type { Connection } from "../sqlite.ts";
import type { IndexRow } from "../writer-messages.ts";

export type ScanStatements = ReturnType<typeof scanStatements>;

type DocumentRow = [
  row: number,
  table: number,
  id: string,
  body: JsonText,
  sum: number | null,
];
type IdRow = {
  readonly table: number;
  readonly id: string;
  readonly row: number;
};
type AnswerRow = [
  ts: Timestamp,
  session: string,
  request: number,
  result: string,
  logs: string,
  sum: number | null,
];

export function scanStatements(connection: Connection) {
  const one = (sql: string) => connection.prepare(sql).pluck();
  const many = <Row, Args extends unknown[]>(sql: string) => {
    const statement = connection.prepare(sql).raw();
    return (...args: Args) => statement.all(...args) as Row[];
  };
  const indexes = connection.prepare(
    "SELECT id, tbl AS \"table\", name, fields FROM indexes WHERE state = 'ready'",
  );
  const ids = connection.prepare(
    `SELECT tbl AS "table", id, row FROM documents INDEXED BY documents_by_id
     WHERE (tbl, id) > (?, ?) ORDER BY tbl, id LIMIT ?`,
  );
  return {
    catalogSum: one("SELECT value FROM meta WHERE name = 'catalog'"),
    indexes: (): IndexRow[] =>
      (indexes.all() as (IndexRow & { readonly fields: unknown })[]).map(
        (row) => ({
          ...row,
          fields: JSON.parse(String(row.fields)) as string[],
        }),
      ),
    lastRow: one("SELECT max(row) FROM documents NOT INDEXED"),
    lastAnswer: one("SELECT max(ts) FROM answers NOT INDEXED"),
    documents: many<DocumentRow, [after: number, last: number, limit: number]>(
      `SELECT row, tbl, id, body, sum FROM documents NOT INDEXED
       WHERE row > ? AND row <= ? ORDER BY row LIMIT ?`,
    ),
    ids: (table: number, id: string, limit: number) =>
      ids.all(table, id, limit) as IdRow[],
    rowOf: one(
      "SELECT row FROM documents INDEXED BY documents_by_id WHERE tbl = ? AND id = ?",
    ),
    idAt: one("SELECT id FROM documents NOT INDEXED WHERE row = ?"),
    hasEntry: one("SELECT 1 FROM entries WHERE idx = ? AND key = ?"),
    countEntries: one("SELECT count(*) FROM entries WHERE idx = ?"),
    countDocuments: one(
      "SELECT count(*) FROM documents INDEXED BY documents_by_id WHERE tbl = ?",
    ),
    answers: many<AnswerRow, [after: number, last: number, limit: number]>(
      `SELECT ts, session, request, result, logs, sum FROM answers NOT INDEXED
       WHERE ts > ? AND ts <= ? ORDER BY ts LIMIT ?`,
    ),
    answerOf: one(
      "SELECT ts FROM answers INDEXED BY answers_by_request WHERE session = ? AND request = ?",
    ),
  };
}
