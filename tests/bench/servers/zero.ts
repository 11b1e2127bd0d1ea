/**
 * A reactive peer: zero-cache, which keeps a copy of a PostgreSQL database and the queries over it up to date. Its packages
 * are not the product's: they come from a folder of their own (engine/peer-folder.ts).
 * Usage: node zero.ts <folder> <port> <its second port> <database URL> <file>. Prints `ready <port>`.
 */
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PROGRAM = "node_modules/@rocicorp/zero/out/zero/src/cli.js";
const TRY_EACH_MS = 100;

const [folder = "", port = "", second = "", url = "", file = ""] =
  process.argv.slice(2);
Object.assign(process.env, {
  ZERO_UPSTREAM_DB: url,
  ZERO_PORT: port,
  ZERO_CHANGE_STREAMER_PORT: second,
  ZERO_REPLICA_FILE: file,
  // As many as the servers have processors.
  ZERO_NUM_SYNC_WORKERS: "1",
  ZERO_ADMIN_PASSWORD: "bench",
  ZERO_LOG_LEVEL: "error",
  DO_NOT_TRACK: "1",
});
// It reads its arguments itself.
process.argv.splice(2);

function answers(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

await import(pathToFileURL(join(folder, PROGRAM)).href);
while (!(await answers()))
  await new Promise((resolve) => setTimeout(resolve, TRY_EACH_MS));
console.log(`ready ${port}`);
