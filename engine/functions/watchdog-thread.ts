/** The thread of watchdog.ts. */
import { Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import { SLOT } from "./watchdog.ts";

const { shared, userTime, stepTime } = workerData as {
  shared: Int32Array;
  userTime: number;
  stepTime: number;
};

/** Looks per limit: time counts only while this thread gets to run too, so a busy machine does not look like a loop. */
const LOOKS = 20;
const INTERVAL = Math.max(5, userTime / LOOKS);

let step = 0;
let progress = 0;
let looksSinceProgress = 0;
let looksSinceBegin = 0;
let terminating = false;

setInterval(() => {
  const now = Atomics.load(shared, SLOT.step);
  const mark = Atomics.load(shared, SLOT.progress);
  if (now !== step) looksSinceBegin = 0;
  if (now !== step || mark !== progress) looksSinceProgress = 0;
  step = now;
  progress = mark;
  if (now <= 0 || terminating) return;
  looksSinceProgress++;
  looksSinceBegin++;
  if (looksSinceProgress > LOOKS || looksSinceBegin * INTERVAL > stepTime) {
    const claimed = Atomics.compareExchange(shared, SLOT.step, now, -now);
    if (claimed === now) terminate();
  }
}, INTERVAL);

function terminate(): void {
  terminating = true;
  const session = new Session();
  session.connectToMainThread();
  session.post("Runtime.terminateExecution", () => {
    session.disconnect();
    terminating = false;
    looksSinceProgress = 0;
    looksSinceBegin = 0;
    parentPort?.postMessage("terminated");
  });
}
