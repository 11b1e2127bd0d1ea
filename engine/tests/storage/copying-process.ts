/** A process that copies a database, to be started with `fork`: it stops in the middle and goes on when it is told to. */
import process from "node:process";
import { copyDatabase } from "../../storage/database-copy.ts";

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
