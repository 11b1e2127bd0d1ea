/** `npm run engine`: the engine alone, for any Convex project. Its options are in engine/README.md. */
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildEngine } from "../engine/build/program.mjs";
import { ownComplaint } from "./node.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tooOld = ownComplaint();
if (tooOld !== null) {
  console.error(tooOld);
  process.exit(1);
}
const node = { command: process.execPath };
const program = await buildEngine(root, node, (line) => console.error(line));
await import(pathToFileURL(join(root, program)).href);
