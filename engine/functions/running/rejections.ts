/**
 * Unhandled rejections in queries and mutations: each fails its call, as in the backend
 * (crates/isolate/src/environment/udf/mod.rs). Node reports them when an event's microtasks have run, so a call's
 * answer waits for that (executor.ts). Actions have separate threads.
 */
import { currentExecution } from "./executor.ts";

/**
 * Listens until the returned function is called. Rejections outside queries and mutations are left to other listeners.
 */
export function failRejected(): () => void {
  process.on("unhandledRejection", onRejection);
  return () => process.off("unhandledRejection", onRejection);
}

/** Node runs it in the async context of the code that rejected, which identifies the call. */
function onRejection(reason: unknown): void {
  const execution = currentExecution();
  if (execution !== undefined) {
    const { running } = execution.call.deployment;
    running.get(execution.root)?.reject(reason);
    return;
  }
  // Not ours: without other listeners, do what Node does by default.
  const listeners = process.listeners("unhandledRejection");
  if (listeners.every((listener) => listener === onRejection)) throw reason;
}
