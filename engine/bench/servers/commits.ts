/**
 * The durable commits of the floor and the peer: plain rows, plain SQL, no batching. They use WAL with synchronous=FULL
 * and check it, so that no side can win by being less durable. The rollback journal, which Convex's own SQLite mode
 * uses, is for the figure that compares with it.
 */
import Database from "better-sqlite3";

/** The number of tickets that call-next cycles through. */
export const TICKETS = 1000;

export type Commits = {
  /** Updates the queue and the ticket it calls; returns the queue's new number. */
  readonly callNext: () => number;
  /** Updates the queue and puts `count` new documents of `bytes` in total; returns the queue's new number. */
  readonly rows: (count: number, bytes: number) => number;
  /** Inserts one row; returns its id. */
  readonly insert: (text: string) => number;
  /** The queue's current number. */
  readonly current: () => number;
};

/** Opens or creates the database. @throws Error when it would not be durable. */
export function openCommits(
  file: string,
  journal: "wal" | "delete" = "wal",
): Commits {
  const db = new Database(file);
  db.pragma(`journal_mode = ${journal}`);
  db.pragma("synchronous = FULL");
  const mode = `${String(db.pragma("journal_mode", { simple: true }))}/${String(db.pragma("synchronous", { simple: true }))}`;
  if (mode !== `${journal}/2`) throw new Error(`Not durable: ${mode}`);
  db.exec(`
    CREATE TABLE IF NOT EXISTS queue (id INTEGER PRIMARY KEY, current INTEGER, body TEXT);
    CREATE TABLE IF NOT EXISTS ticket (id INTEGER PRIMARY KEY, status TEXT, calledAt REAL);
    CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, body TEXT);
    CREATE TABLE IF NOT EXISTS document (id INTEGER PRIMARY KEY, body TEXT);
    INSERT OR IGNORE INTO queue VALUES (1, 0, '');
  `);
  const addTicket = db.prepare(
    "INSERT OR IGNORE INTO ticket VALUES (?, 'waiting', 0)",
  );
  db.transaction(() => {
    for (let id = 0; id < TICKETS; id++) addTicket.run(id);
  })();
  const read = db
    .prepare<[], number>("SELECT current FROM queue WHERE id = 1")
    .pluck();
  const updateQueue = db.prepare("UPDATE queue SET current = ? WHERE id = 1");
  const updateTicket = db.prepare(
    "UPDATE ticket SET status = 'called', calledAt = ? WHERE id = ?",
  );
  const insertNote = db.prepare("INSERT INTO note (body) VALUES (?)");
  const callNext = db.transaction(() => {
    const next = (read.get() ?? 0) + 1;
    updateQueue.run(next);
    updateTicket.run(Date.now(), next % TICKETS);
    return next;
  });
  const putDocument = db.prepare("REPLACE INTO document VALUES (?, ?)");
  const rows = db.transaction((count: number, bytes: number) => {
    const next = (read.get() ?? 0) + 1;
    updateQueue.run(next);
    const body = "x".repeat(Math.max(1, Math.round(bytes / count)));
    for (let i = 0; i < count; i++)
      putDocument.run((next * count + i) % (TICKETS * count), body);
    return next;
  });
  return {
    callNext: () => callNext(),
    rows: (count, bytes) => rows(count, bytes),
    insert: (text) => Number(insertNote.run(text).lastInsertRowid),
    current: () => read.get() ?? 0,
  };
}
