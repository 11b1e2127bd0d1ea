/** The SQL statements of the scan. Each names its access path through the file, because the scan checks that path. */
import type { JsonText, Timestamp } from "../../values/json.ts";
import type { Connection, Statement } from "../database/sqlite.ts";
import type { IndexRow } from "../writer/writer-messages.ts";

type DocumentRow = [
  row: number,
  place: number,
  id: string,
  body: JsonText,
  sum: number | null,
];
type IdRow = {
  readonly place: number;
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

/** Rows after a position and up to `last`, in order. */
type RowsAfter<Row> = (after: number, last: number, limit: number) => Row[];

export type ScanStatements = Record<
  | "catalogSum"
  | "lastRow"
  | "lastAnswer"
  | "rowOf"
  | "idAt"
  | "hasEntry"
  | "countEntries"
  | "countDocuments"
  | "answerOf",
  Statement
> & {
  readonly indexes: () => IndexRow[];
  readonly documents: RowsAfter<DocumentRow>;
  readonly ids: (table: number, id: string, limit: number) => IdRow[];
  readonly answers: RowsAfter<AnswerRow>;
};

export function scanStatements(connection: Connection): ScanStatements {
  const one = (sql: string) => connection.prepare(sql).pluck();
  const many = <Row>(sql: string): RowsAfter<Row> => {
    const statement = connection.prepare(sql).raw();
    return (...range) => statement.all(...range) as Row[];
  };
  const indexes = connection.prepare(
    "SELECT id, tbl AS \"table\", name, fields FROM indexes WHERE state = 'ready'",
  );
  const ids = connection.prepare(
    `SELECT tbl AS place, id, row FROM documents INDEXED BY documents_by_id
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
    documents: many<DocumentRow>(
      `SELECT row, tbl, id, body, sum FROM documents NOT INDEXED
       WHERE row > ? AND row <= ? ORDER BY row LIMIT ?`,
    ),
    ids: (place: number, id: string, limit: number) =>
      ids.all(place, id, limit) as IdRow[],
    rowOf: one(
      "SELECT row FROM documents INDEXED BY documents_by_id WHERE tbl = ? AND id = ?",
    ),
    idAt: one("SELECT id FROM documents NOT INDEXED WHERE row = ?"),
    hasEntry: one("SELECT 1 FROM entries WHERE idx = ? AND key = ?"),
    countEntries: one("SELECT count(*) FROM entries WHERE idx = ?"),
    countDocuments: one(
      "SELECT count(*) FROM documents INDEXED BY documents_by_id WHERE tbl = ?",
    ),
    answers: many<AnswerRow>(
      `SELECT ts, session, request, result, logs, sum FROM answers NOT INDEXED
       WHERE ts > ? AND ts <= ? ORDER BY ts LIMIT ?`,
    ),
    answerOf: one(
      "SELECT ts FROM answers INDEXED BY answers_by_request WHERE session = ? AND request = ?",
    ),
  };
}
