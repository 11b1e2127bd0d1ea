/**
 * The floor: the bare cost of a durable commit and its delivery. One SQLite commit, one frame built once, one socket
 * write per watcher.
 * Usage: node floor.ts <database file> [port] [wal|delete]. Prints `ready <port>`.
 *   /watch?bytes=N  gets every new number in a text of N bytes (the engine's own frame length)
 *   /write          "callNext", "rows <count> <bytes>" or "insert": commits, answers with the number, then delivers
 */
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { serverTextFrame } from "../wire/frames.ts";
import { openCommits } from "./commits.ts";
import { textWithNumber } from "./watched-text.ts";

const journal = process.argv[4] === "delete" ? "delete" : "wal";
const commits = openCommits(process.argv[2] ?? "", journal);
const webSockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
});
const watchers = new Set<Duplex>();
let bytes = 250;

function deliver(number: number): void {
  const frame = serverTextFrame(textWithNumber(number, bytes));
  for (const socket of watchers) socket.write(frame);
}

function obey(command: string): string {
  const [verb, count, bytes] = command.split(" ");
  if (verb === "insert") return String(commits.insert(command));
  if (verb === "rows")
    return String(commits.rows(Number(count), Number(bytes)));
  return String(commits.callNext());
}

const server = createServer();
server.on("upgrade", (request, socket, head) => {
  const url = new URL(request.url ?? "/", "http://floor");
  webSockets.handleUpgrade(request, socket, head, (connection) => {
    if (url.pathname === "/watch") {
      bytes = Number(url.searchParams.get("bytes"));
      watchers.add(socket);
      socket.on("close", () => watchers.delete(socket));
      connection.send(textWithNumber(commits.current(), bytes));
      return;
    }
    connection.on("message", (data: Buffer) => {
      const command = data.toString();
      const answer = obey(command);
      connection.send(answer);
      if (command !== "insert") deliver(Number(answer));
    });
  });
});
server.listen(Number(process.argv[3] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready ${typeof address === "object" ? address?.port : address}`);
});
