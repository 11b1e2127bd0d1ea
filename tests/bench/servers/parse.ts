/**
 * A reactive peer: parse-server with LiveQuery on PostgreSQL, as its documentation sets it up. Its packages are not the
 * product's: they come from a folder of their own (engine/peer-folder.ts).
 * Usage: node parse.ts <folder> <port> <database URL>. Prints `ready <port>`.
 */
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder = "", port = "", databaseURI = ""] = process.argv.slice(2);
// It would make a folder of logs where the bench was started.
process.env["PARSE_SERVER_LOGS_FOLDER"] = "null";
const ofPeer = createRequire(join(folder, "package.json"));

/** The parts that are used. */
type ParseServer = {
  start(): Promise<unknown>;
  readonly app: RequestListener;
};
const { ParseServer } = ofPeer("parse-server") as {
  readonly ParseServer: {
    new (options: object): ParseServer;
    createLiveQueryServer(server: object, options: object): Promise<unknown>;
  };
};
const express = ofPeer("express") as () => RequestListener & {
  use(path: string, app: RequestListener): void;
};

const parse = new ParseServer({
  appId: "bench",
  masterKey: "bench",
  databaseURI,
  serverURL: `http://127.0.0.1:${port}/parse`,
  liveQuery: { classNames: ["Line"] },
  allowClientClassCreation: true,
  // What it would otherwise warn of, before the line that says that it is ready.
  encodeParseObjectInCloudFunction: true,
  enableInsecureAuthAdapters: false,
  databaseOptions: { allowPublicExplain: false },
  logLevel: "error",
});
await parse.start();
const app = express();
app.use("/parse", parse.app);
const server = createServer(app);
server.listen(Number(port), "127.0.0.1");
await ParseServer.createLiveQueryServer(server, { logLevel: "error" });
console.log(`ready ${port}`);
