/** The thread of watchdog.ts. */
import { readFileSync } from "node:fs";
import { Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import { Runaway, type RunawayLimits } from "./runaway.ts";
import { SLOT } from "./watchdog.ts";

const { shared, ...limits } = workerData as RunawayLimits & {
  shared: Int32Array;
};
const runaway = new Runaway(limits);
/** Linux: nanoseconds on the processor come first. The main thread has the number of its process. */
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;
let terminating = false;

setInterval(() => {
  const step = Atomics.load(shared, SLOT.step);
  const progress = Atomics.load(shared, SLOT.progress);
  const ran = step > 0 ? timeRun() : 0;
  if (!runaway.look(step, progress, ran) || terminating) return;
  if (Atomics.compareExchange(shared, SLOT.step, step, -step) === step)
    terminate();
}, runaway.interval);

/** ms that the engine's thread has had the processor; 0 where the system does not tell: kernels that do not count say 0, too. */
function timeRun(): number {
  try {
    return parseInt(readFileSync(SCHEDULED, "latin1"), 10) / 1e6 || 0;
  } catch {
    return 0;
  }
}

function terminate(): void {
  terminating = true;
  const session = new Session();
  session.connectToMainThread();
  session.post("Runtime.terminateExecution", () => {
    session.disconnect();
    terminating = false;
    runaway.clear();
    parentPort?.postMessage("terminated");
  });
}
