/**
 * A peer: Socket.IO as its documentation shows it (a room, an acknowledgement), with the floor's commit.
 * Usage: node socketio.ts <database file>. Prints `ready <port>`.
 */
import { createServer } from "node:http";
import { Server } from "socket.io";
import { openCommits } from "./commits.ts";
import { textWithNumber } from "./watched-text.ts";

/** Socket.IO wraps the value in `42["line",…]`. */
const OWN_BYTES = 11;
const commits = openCommits(process.argv[2] ?? "");
const server = createServer();
const io = new Server(server, {
  perMessageDeflate: false,
  transports: ["websocket"],
});
let bytes = 250;

/** Returns a value, so that the library encodes it as it would an application's. */
const line = (number: number): unknown =>
  JSON.parse(textWithNumber(number, bytes - OWN_BYTES));

io.on("connection", (socket) => {
  socket.on("watch", async (wanted: number) => {
    bytes = wanted;
    await socket.join("queue");
    socket.emit("line", line(commits.current()));
  });
  socket.on("callNext", (acknowledge: (number: number) => void) => {
    const number = commits.callNext();
    acknowledge(number);
    io.to("queue").emit("line", line(number));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready ${typeof address === "object" ? address?.port : address}`);
});
