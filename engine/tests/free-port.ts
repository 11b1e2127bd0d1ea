/**
 * Ports for engines that tests start. They are those that no engine chooses itself (addresses.ts), and those that are not
 * given to outgoing connections. Each of the tests' processes has its own, so that no other one takes a port before its
 * engine listens, or while that engine is started again.
 */
import { createServer } from "node:net";

const FIRST_PORT = 30_000;
const PORTS_EACH = 100;
const PROCESSES = 27;
// Other runs of the tests on this machine begin elsewhere.
let next = process.pid % PORTS_EACH;

/** The first of this many free ports in a row. They come again when all have had their turn. */
export async function freePort(inARow = 1): Promise<number> {
  const place = Number(process.env["VITEST_POOL_ID"] ?? 0) % PROCESSES;
  for (let tries = 0; tries < PORTS_EACH; tries++) {
    if (next + inARow > PORTS_EACH) next = 0;
    const first = FIRST_PORT + place * PORTS_EACH + next;
    next += inARow;
    const row = Array.from({ length: inARow }, (_, i) => first + i);
    if ((await Promise.all(row.map(isFree))).every(Boolean)) return first;
  }
  throw new Error("All ports of this process are in use.");
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
