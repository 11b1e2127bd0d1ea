/**
 * The scan thread: scans the database once and reports what it finds. By default it rests four times as long as it works. It
 * has the lowest priority.
 */
import { setPriority } from "node:os";
import { setTimeout as rest } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { must } from "../../values/user-error.ts";
import { connectToRead } from "../database/sqlite.ts";
import { DatabaseScan } from "./database-scan.ts";
import type { ScanData, ScanMessage } from "./scanner.ts";

const { file, pace } = workerData as ScanData;
const port = must(parentPort, "the scan runs in a worker thread");
const tell = (message: ScanMessage) => port.postMessage(message);

// On Linux a thread has a separate priority; elsewhere this would change the whole process.
if (process.platform === "linux") setPriority(19);
const connection = connectToRead(file);
let began = performance.now();
for (const { found, documents } of new DatabaseScan(connection).run()) {
  tell({ found, documents });
  const worked = performance.now() - began;
  if (pace > 0) await rest(worked * pace);
  began = performance.now();
}
connection.close();
tell("done");
