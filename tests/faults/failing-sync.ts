/**
 * Loaded before an engine (`--import`): a disk that is quick, which takes no time for a sync. The next `fdatasync` after somebody has put a file of this name into its data folder
 * fails, and those after it say that all is well, as Linux does when it could not write and has let go of what it could not.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { FAIL_SYNC } from "./failed-sync.ts";

const folder = process.argv[process.argv.indexOf("--data") + 1] ?? "";

function fault(): Error | null {
  try {
    fs.unlinkSync(path.join(folder, FAIL_SYNC));
  } catch {
    return null;
  }
  const error = new Error("EIO: i/o error, fdatasync");
  return Object.assign(error, { code: "EIO" });
}

fs.fdatasync = ((
  _descriptor: number,
  callback: (error: Error | null) => void,
) => callback(fault())) as typeof fs.fdatasync;
fs.fdatasyncSync = () => {
  const error = fault();
  if (error !== null) throw error;
};
syncBuiltinESMExports();
