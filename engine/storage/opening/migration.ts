/**
 * Upgrades a database of an older format: format 1 had no checksums, format 2 no journal. Works in small transactions, so that
 * a killed process resumes. The format is written last.
 */
import type { JsonText, Timestamp } from "../../values/json.ts";
import { sumOfAnswer, sumOfDocument } from "../checksums.ts";
import { finishSchema } from "./layout.ts";
import { type Connection, connect } from "../database/sqlite.ts";

/** The first format with checksums. */
const WITH_SUMS = 2;
/** Rows summed per transaction, and transactions between two checkpoints. */
const BITE = 500;
const BITES_OF_A_LOG = 20;
/** Time between two progress lines, in ms. */
const TELL_EVERY = 2000;

export type Tell = (line: string) => void;

/**
 * Adds what this format requires. No seal may cover the file's pages meanwhile.
 * @param tell receives progress lines.
 */
export function migrate(file: string, tell: Tell): void {
  const connection = connect(file);
  try {
    if (Number(connection.pragma("user_version", { simple: true })) < WITH_SUMS)
      addSums(connection, (share) =>
        tell(`${file}: adding checksums, ${share} % done`),
      );
    connection.transaction(() => finishSchema(connection)).immediate();
    connection.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    connection.close();
  }
}

function addSums(
  connection: Connection,
  tell: (percent: number) => void,
): void {
  addColumns(connection);
  const put = connection.prepare("UPDATE documents SET sum = ? WHERE row = ?");
  fill<[tbl: number, body: JsonText]>(
    connection,
    { table: "documents", key: "row", columns: "tbl, body" },
    (row, table, body) => put.run(sumOfDocument(table, body), row),
    tell,
  );
  const putAnswer = connection.prepare(
    "UPDATE answers SET sum = ? WHERE ts = ?",
  );
  fill<[session: string, request: number, result: string, logs: string]>(
    connection,
    {
      table: "answers",
      key: "ts",
      columns: "session, request, result, logs",
    },
    (ts: Timestamp, ...rest) => putAnswer.run(sumOfAnswer(ts, ...rest), ts),
    () => undefined,
  );
}

function addColumns(connection: Connection): void {
  connection
    .transaction(() => {
      for (const table of ["documents", "answers"]) {
        const columns = connection.pragma(`table_info(${table})`) as {
          readonly name: string;
        }[];
        if (!columns.some(({ name }) => name === "sum"))
          connection.exec(`ALTER TABLE ${table} ADD COLUMN sum INTEGER`);
      }
    })
    .immediate();
}

/** Calls `put` for each row without a sum, with its key. */
function fill<Columns extends unknown[]>(
  connection: Connection,
  { table, key, columns }: Record<"table" | "key" | "columns", string>,
  put: (key: number, ...columns: Columns) => void,
  tell: (percent: number) => void,
): void {
  const last = Number(
    connection.prepare(`SELECT max(${key}) FROM ${table}`).pluck().get() ?? 0,
  );
  const next = connection
    .prepare(
      `SELECT ${key}, ${columns} FROM ${table}
       WHERE ${key} > ? AND sum IS NULL ORDER BY ${key} LIMIT ?`,
    )
    .raw();
  let told = performance.now();
  let reached = 0;
  for (let bites = 1; ; bites++) {
    const rows = next.all(reached, BITE) as [key: number, ...Columns][];
    connection
      .transaction(() => {
        for (const [at, ...rest] of rows) put(at, ...rest);
      })
      .immediate();
    reached = rows.at(-1)?.[0] ?? last;
    if (rows.length < BITE) return;
    if (bites % BITES_OF_A_LOG === 0)
      connection.pragma("wal_checkpoint(TRUNCATE)");
    if (performance.now() - told < TELL_EVERY) continue;
    told = performance.now();
    tell(Math.floor((100 * reached) / last));
  }
}
