/** The thread of watchdog.ts. */
import { readFileSync } from "node:fs";
import { Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import { Runaway, type RunawayLimits } from "./runaway.ts";
import { SLOT, type Cause } from "./watchdog.ts";

const { shared, ...limits } = workerData as RunawayLimits & {
  shared: Int32Array;
};
const runaway = new Runaway(limits);
/** Linux: the first number is nanoseconds on the processor. The main thread's id is the process id. */
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;
/** Bytes of the heap and of buffers outside it, as the inspector reports them. */
type HeapUsage = { usedSize: number; backingStorageSize: number };

let terminating = false;
let measuring = false;

setInterval(() => {
  const step = Atomics.load(shared, SLOT.step);
  const progress = Atomics.load(shared, SLOT.progress);
  const ran = step > 0 ? timeRun() : 0;
  const isOver = runaway.look(step, progress, ran);
  if (isOver) terminate(step, "time");
  else if (runaway.isLong) measure(step);
}, runaway.interval);

/** Processor time of the engine's thread, ms; 0 where unknown, also on kernels that do not count it. */
function timeRun(): number {
  try {
    return parseInt(readFileSync(SCHEDULED, "latin1"), 10) / 1e6 || 0;
  } catch {
    return 0;
  }
}

/** Measures the memory of the engine's thread, which answers between two instructions of the step. */
function measure(step: number): void {
  if (measuring) return;
  measuring = true;
  const session = connect();
  session.post("Runtime.getHeapUsage", (error, usage) => {
    session.disconnect();
    measuring = false;
    // Guard untested: the inspector refuses this only while the thread ends.
    if (error !== null) return;
    const { usedSize, backingStorageSize } = usage as HeapUsage;
    if (runaway.outgrows(step, usedSize + backingStorageSize))
      terminate(step, "memory");
  });
}

function terminate(step: number, cause: Cause): void {
  if (terminating) return;
  if (Atomics.compareExchange(shared, SLOT.step, step, -step) !== step) return;
  terminating = true;
  const session = connect();
  session.post("Runtime.terminateExecution", () => {
    session.disconnect();
    terminating = false;
    runaway.clear();
    parentPort?.postMessage(cause);
  });
}

function connect(): Session {
  const session = new Session();
  session.connectToMainThread();
  return session;
}
