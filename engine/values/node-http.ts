/**
 * What the engine uses of `node:http`. An `import` reads every name of it, three of which load Node's fetch and WebSocket:
 * 25 to 40 ms of each start.
 */
import process from "node:process";

export const { createServer, validateHeaderValue } =
  process.getBuiltinModule("node:http");
