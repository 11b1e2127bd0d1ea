/**
 * The thread of the scan: looks through the database once, and tells what it finds. It rests four times as long as it
 * works, and the machine gives it what nobody else wants. Started by scanner.ts.
 */
import { setPriority } from "node:os";
import { setTimeout as rest } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { must } from "../../values/user-error.ts";
import { connectToRead } from "../sqlite.ts";
import { DatabaseScan } from "./database-scan.ts";
import type { ScanData, ScanMessage } from "./scanner.ts";

const { file, pace } = workerData as ScanData;
const port = must(parentPort, "the scan runs in a worker thread");
const tell = (message: ScanMessage) => port.postMessage(message);

// There a thread has a priority of its own; elsewhere it would be that of the whole process.
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
