/**
 * Stops runaway queries and mutations: a thread watches the progress and memory of user code on the engine's thread,
 * and terminates it if needed. This is the engine's side; the thread is watchdog-thread.ts.
 *
 * The thread uses the inspector's `Runtime.terminateExecution`, connected only when needed. Node's own `timeout` for vm
 * scripts would do the same, but starts a thread for every call (140 µs of the engine's time each).
 */
import { isMainThread, Worker } from "node:worker_threads";
import { programFile } from "../../preflight/program-file.mjs";
import type { RunawayLimits } from "./runaway.ts";

/**
 * Positions in the shared memory. `step` is the number of the running step, 0 when there is none, and its negative once
 * the thread has decided to terminate it.
 */
export const SLOT = { step: 0, progress: 1 } as const;

/** Why a step was terminated. */
export type Cause = "time" | "memory";

/** How long a step that ended waits for its pending termination, ms. */
const GRACE = 5000;

export class Watchdog {
  readonly #shared = new Int32Array(new SharedArrayBuffer(8));
  readonly #thread: Worker | null;
  #steps = 0;
  #listener: (cause: Cause) => void = () => undefined;

  constructor(options: RunawayLimits) {
    // The inspector reaches only the main thread, where the engine runs. Tests in worker threads are not watched.
    if (!isMainThread) {
      this.#thread = null;
      return;
    }
    this.#thread = new Worker(
      programFile("./watchdog-thread", import.meta.url),
      {
        workerData: { shared: this.#shared, ...options },
        execArgv: ["--no-warnings"],
      },
    );
    this.#thread.unref();
    this.#thread.on("message", (cause: Cause) => this.#listener(cause));
  }

  /** A step of user code begins. */
  begin(): void {
    this.#steps = this.#steps === 0x7fffffff ? 1 : this.#steps + 1;
    Atomics.store(this.#shared, SLOT.step, this.#steps);
  }

  /**
   * A step has ended. A pending termination must strike here, inside the step's event, not in the code that runs next.
   */
  end(): void {
    const step = this.#steps;
    if (Atomics.compareExchange(this.#shared, SLOT.step, step, 0) === step)
      return;
    const deadline = performance.now() + GRACE;
    while (performance.now() < deadline);
    this.clear();
  }

  /** Resets after a termination. */
  clear(): void {
    Atomics.store(this.#shared, SLOT.step, 0);
  }

  /** User code called the engine: it is not stuck in a loop. */
  progress(): void {
    // A plain write: the thread need not see each one.
    this.#shared[SLOT.progress] = (this.#shared[SLOT.progress] ?? 0) + 1;
  }

  onTerminated(listener: (cause: Cause) => void): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }
}
