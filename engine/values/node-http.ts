/**
 * The parts of `node:http` that the engine uses. An `import` reads every name, three of which load Node's fetch and WebSocket:
 * 25 to 40 ms of each start.
 */
import process from "node:process";

export const { createServer, validateHeaderValue } =
  process.getBuiltinModule("node:http");
