/**
 * Promises of queries and mutations that were rejected and that nobody handles: each fails the call whose code made it,
 * as in the backend (crates/isolate/src/environment/udf/mod.rs). Node reports them when an event's microtasks have run,
 * so a call's answer waits for that (executor.ts). Actions have threads of their own (actions/worker.ts).
 */
import { currentExecution } from "./executor.ts";

/** Listens until the function it returns is called. What is not of a query or mutation is left to other listeners. */
export function failRejected(): () => void {
  process.on("unhandledRejection", onRejection);
  return () => process.off("unhandledRejection", onRejection);
}

/** Node runs it as the code that rejected, so it knows whose that was. */
function onRejection(reason: unknown): void {
  const execution = currentExecution();
  if (execution !== undefined) {
    const { running } = execution.call.deployment;
    running.get(execution.root)?.reject(reason);
    return;
  }
  // Somebody else's: as Node does when nobody listens.
  const listeners = process.listeners("unhandledRejection");
  if (listeners.every((listener) => listener === onRejection)) throw reason;
}
