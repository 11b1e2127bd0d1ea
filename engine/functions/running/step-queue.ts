/**
 * Runs steps of user code one after another, each in a separate event, watched by the watchdog. Networks take turns by the
 * time that their steps use.
 *
 * Why events of a MessagePort: when the watchdog terminates a step, V8 unwinds the whole stack and drops the current
 * microtasks. It runs no catch or finally blocks. Below a port's event there is no engine code to unwind; below a
 * promise's reaction there would be. After each event the engine's own promises continue, so that a mutation has
 * committed before the next one reads. Events of a port follow each other within one turn of the event loop. So steps
 * keep their share of time even when a flood of requests makes each turn long.
 */
import { MessageChannel } from "node:worker_threads";
import { StepLines } from "./step-lines.ts";
import type { Cause, Watchdog } from "./watchdog.ts";

export type Step = {
  /** Whose turn it takes; null for the engine's own work. */
  readonly network: string | null;
  /** Must not throw. */
  readonly run: () => void;
  /**
   * Runs after the step, once Node has reported everything about it, and before the next step. Must not throw, nor run
   * a function's code.
   */
  readonly after?: () => void;
  /** Told the time that `run` took, ms, before anything else is called. */
  readonly spent?: (ms: number) => void;
  /** Called when `run` was terminated. */
  readonly onTerminated: (cause: Cause) => void;
  /** Called instead of `run` when the queue closes first. */
  readonly onClosed: () => void;
};

/** After this many ms of steps without a break, sockets and timers get a turn. */
const LONGEST_RUN = 10;

type Watch = Pick<Watchdog, "begin" | "end" | "clear" | "onTerminated">;

export class StepQueue {
  readonly #watchdog: Watch;
  readonly #channel = new MessageChannel();
  readonly #waiting = new StepLines<Step>();
  /** Steps that run before all waiting ones, and before `after` of the last step. */
  readonly #first: Step[] = [];
  #after: (() => void) | undefined;
  #current: Step | null = null;
  /** When the last step began, ms. */
  #began = 0;
  /** Of the last termination. */
  #cause: Cause = "time";
  #isCalled = false;
  #isClosed = false;
  #since = 0;

  constructor(watchdog: Watch) {
    this.#watchdog = watchdog;
    this.#channel.port2.on("message", () => this.#turn());
    // An idle queue keeps no process alive.
    this.#channel.port2.unref();
    watchdog.onTerminated((cause) => {
      this.#cause = cause;
      this.#call();
    });
  }

  push(step: Step): void {
    if (this.#mayAdd(step)) this.#waiting.add(step.network, step);
  }

  /** Runs the step before all waiting ones. */
  pushFirst(step: Step): void {
    if (this.#mayAdd(step)) this.#first.push(step);
  }

  /** @returns whether it will run; calls for a turn then */
  #mayAdd(step: Step): boolean {
    if (this.#isClosed) {
      step.onClosed();
      return false;
    }
    if (!this.#isCalled) {
      this.#since = performance.now();
      this.#call();
    }
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#channel.port1.close();
    for (const step of [...this.#first.splice(0), ...this.#waiting.clear()])
      step.onClosed();
  }

  #call(): void {
    this.#isCalled = true;
    this.#channel.port2.ref();
    this.#channel.port1.postMessage(null);
  }

  #turn(): void {
    if (!this.#recover()) this.#next();
    if (this.#first.length > 0 || this.#after !== undefined) {
      this.#call();
    } else if (this.#waiting.size === 0) {
      this.#isCalled = false;
      this.#channel.port2.unref();
    } else if (performance.now() - this.#since < LONGEST_RUN) {
      this.#call();
    } else {
      setImmediate(() => {
        this.#since = performance.now();
        this.#call();
      });
    }
  }

  /** `after` gets a separate event, too: by then Node has reported all rejections of the step. */
  #next(): void {
    const first = this.#first.shift();
    const after = this.#after;
    if (first !== undefined) return this.#run(first);
    this.#after = undefined;
    if (after !== undefined) return after();
    const step = this.#waiting.next();
    if (step !== undefined) this.#run(step);
  }

  #run(step: Step): void {
    this.#current = step;
    this.#began = performance.now();
    this.#watchdog.begin();
    step.run();
    this.#watchdog.end();
    this.#end(step);
  }

  #end(step: Step): void {
    this.#current = null;
    const ms = performance.now() - this.#began;
    this.#waiting.spent(ms);
    step.spent?.(ms);
    this.#after = step.after ?? this.#after;
  }

  /** A step that began and did not end was terminated. @returns whether there was one */
  #recover(): boolean {
    const step = this.#current;
    if (step === null) return false;
    this.#watchdog.clear();
    this.#end(step);
    step.onTerminated(this.#cause);
    return true;
  }
}
