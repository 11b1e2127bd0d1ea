/**
 * The operations of app/convex/rows.ts as plain SQL on SQLite: the same index, the same rows, as many of each operation
 * per transaction. A new file is filled first.
 * Usage: node table-loop.ts <database file> <rows> <calls> <operations a call>. Prints processor time as JSON, ms a
 * call.
 */
import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";

const [file = "", size = "", calls = "", operations = ""] =
  process.argv.slice(2);
const rows = Number(size);
const times = Number(calls);
const each = Number(operations);
const RANGE = 10;
const BODY = "a row of forty characters, as rows are.";
const db = new Database(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec(`
  CREATE TABLE IF NOT EXISTS rows (id TEXT PRIMARY KEY, key REAL, body TEXT) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS by_key ON rows (key);
`);
const insert = db.prepare("INSERT INTO rows VALUES (?, ?, ?)");
const remove = db.prepare("DELETE FROM rows WHERE key >= ? AND key < ?");
const byId = db.prepare("SELECT * FROM rows WHERE id = ?");
const fromKey = db.prepare(
  "SELECT * FROM rows WHERE key >= ? ORDER BY key LIMIT ?",
);
const add = (from: number, count: number) => {
  for (let key = from; key < from + count; key++)
    insert.run(randomUUID(), key, BODY);
};
const bounds = db
  .prepare<[], { low: number | null; high: number | null }>(
    "SELECT min(key) AS low, max(key) AS high FROM rows",
  )
  .get();
let first = bounds?.low ?? 0;
let next = (bounds?.high ?? -1) + 1;
while (next - first < rows) {
  const count = Math.min(10_000, rows - (next - first));
  db.transaction(add)(next, count);
  next += count;
}

const someKeys = () =>
  Array.from(
    { length: each },
    () => first + Math.floor(Math.random() * (next - first)),
  );
const ids = db
  .prepare<[], string>("SELECT id FROM rows ORDER BY random() LIMIT 1000")
  .pluck()
  .all();

/** Milliseconds of processor time per call. */
function measure(call: () => void): number {
  for (let i = 0; i < times / 5; i++) call();
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

const costs = {
  get: measure(
    db.transaction(() => {
      for (let i = 0; i < each; i++)
        byId.get(ids[Math.floor(Math.random() * ids.length)]);
    }),
  ),
  range: measure(
    db.transaction(() => {
      for (const key of someKeys()) fromKey.all(key, RANGE);
    }),
  ),
  replace: measure(
    db.transaction(() => {
      const count = Math.min(each, rows);
      remove.run(first, first + count);
      add(next, count);
      first += count;
      next += count;
    }),
  ),
};
console.log(JSON.stringify(costs));
