/**
 * Brings a database of an older format to the one that this engine writes: format 1 had no checksums, format 2 no journal
 * beside it. Bite by bite, each on disk before the next, so that a process that is killed meanwhile goes on where it was; the
 * format is the last thing written.
 */
import type { JsonText, Timestamp } from "../values/json.ts";
import { sumOfAnswer, sumOfDocument } from "./checksums.ts";
import { finishSchema } from "./layout.ts";
import { type Connection, connect } from "./sqlite.ts";

/** The first format with checksums. */
const WITH_SUMS = 2;
/** Documents and answers summed up between two commits, and commits between two moves of the log into the file. */
const BITE = 500;
const BITES_OF_A_LOG = 20;
/** Time between two lines about how far it is, in ms. */
const TELL_EVERY = 2000;

export type Tell = (line: string) => void;

/**
 * Adds what the format of this engine has more. Nothing may vouch for the file's pages while it is under way.
 * @param tell told now and then how far it is.
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

/** Calls `put` for each row that has no sum, by its key. */
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
