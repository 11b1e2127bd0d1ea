/** `--import` for an engine: after the file `FAIL_SYNC` appears, one `fdatasync` fails, later ones succeed, as on Linux. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { FAIL_SYNC } from "./failed-sync.ts";

const folder = process.argv[process.argv.indexOf("--data") + 1] ?? "";
const { fdatasync } = fs;

fs.fdatasync = ((
  descriptor: number,
  callback: (error: NodeJS.ErrnoException | null) => void,
) => {
  try {
    fs.unlinkSync(path.join(folder, FAIL_SYNC));
  } catch {
    fdatasync(descriptor, callback);
    return;
  }
  const error = new Error("EIO: i/o error, fdatasync");
  callback(Object.assign(error, { code: "EIO" }));
}) as typeof fs.fdatasync;
syncBuiltinESMExports();
