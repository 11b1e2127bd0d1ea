/** A process that copies a database, for `fork`. It stops in the middle and resumes when told to. */
import process from "node:process";
import { copyDatabase } from "../../storage/database/database-copy.ts";

const [from = "", to = ""] = process.argv.slice(2);
const MIDDLE = 50;
const REST = 100_000;
let isFirst = true;
let rest = 0;

process.once("message", () => {
  rest = REST;
  process.disconnect();
});
await copyDatabase(from, to, () => {
  if (!isFirst) {
    if (process.connected && rest === 0) process.send?.("in the middle");
    return rest;
  }
  isFirst = false;
  return MIDDLE;
});
