/**
 * The scan thread: scans the database once and reports what it finds, or ends early on any message. By default it rests
 * four times as long as it works. It has the lowest priority.
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
const stopped = new AbortController();
port.once("message", () => stopped.abort());
/** @returns whether to go on */
const rested = (ms: number): Promise<boolean> =>
  rest(ms, true, { signal: stopped.signal }).catch(() => false);

// On Linux a thread has a separate priority; elsewhere this would change the whole process.
if (process.platform === "linux") setPriority(19);
const connection = connectToRead(file);
let began = performance.now();
for (const { found, documents } of new DatabaseScan(connection).run()) {
  tell({ found, documents });
  const worked = performance.now() - began;
  if (!(await rested(worked * pace))) break;
  began = performance.now();
}
connection.close();
if (!stopped.signal.aborted) tell("done");
port.close();
