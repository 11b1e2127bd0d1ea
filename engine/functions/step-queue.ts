/**
 * Runs steps of user code one after another, each from an event of its own, under the eye of the watchdog.
 * Knows nothing of functions or transactions: a step is something to run and a way to hear that it was cut off.
 *
 * Why events of a MessagePort: when the watchdog terminates a step, V8 unwinds everything on the stack without running
 * catch or finally blocks, and drops the microtasks being processed. Below a port's event there is nothing of the
 * engine's to unwind, whereas below a promise's reaction there would be all of it. And after each event the engine's own
 * promises go on, so that a mutation has committed before the next one reads. Events of a port follow each other within one
 * turn of the event loop, so a flood of requests, which makes each turn long, leaves the steps their part of it.
 */
import { MessageChannel } from "node:worker_threads";
import type { Cause, Watchdog } from "./watchdog.ts";

export type Step = {
  /** Must not throw. */
  readonly run: () => void;
  /**
   * Runs once it is over, after all that Node has to tell of it and before the next step. Must not throw, nor run a
   * function's code.
   */
  readonly after?: () => void;
  /** Called instead of what would have come after `run`, when it was terminated. */
  readonly onTerminated: (cause: Cause) => void;
  /** Called instead of `run` when the queue closes before. */
  readonly onClosed: () => void;
};

/** After this many ms of steps without a break, sockets and timers get a turn. */
const LONGEST_RUN = 10;

/** The part of the watchdog that is needed. */
type Watch = Pick<Watchdog, "begin" | "end" | "clear" | "onTerminated">;

export class StepQueue {
  readonly #watchdog: Watch;
  readonly #channel = new MessageChannel();
  readonly #waiting: Step[] = [];
  /** What comes before all that waits, and before `after` of the last step. */
  readonly #first: Step[] = [];
  #after: (() => void) | undefined;
  #current: Step | null = null;
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
    this.#add(step, this.#waiting);
  }

  /** The step comes before all that wait. */
  pushFirst(step: Step): void {
    this.#add(step, this.#first);
  }

  #add(step: Step, to: Step[]): void {
    if (this.#isClosed) {
      step.onClosed();
      return;
    }
    to.push(step);
    if (this.#isCalled) return;
    this.#since = performance.now();
    this.#call();
  }

  /** Runs nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#channel.port1.close();
    for (const list of [this.#first, this.#waiting])
      for (const step of list.splice(0)) step.onClosed();
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
    } else if (this.#waiting.length === 0) {
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

  /** What comes after a step has an event of its own too: by then Node has told of all that the step rejected. */
  #next(): void {
    const first = this.#first.shift();
    const after = this.#after;
    if (first !== undefined) return this.#run(first);
    this.#after = undefined;
    if (after !== undefined) return after();
    const step = this.#waiting.shift();
    if (step !== undefined) this.#run(step);
  }

  #run(step: Step): void {
    this.#current = step;
    this.#watchdog.begin();
    step.run();
    this.#watchdog.end();
    this.#current = null;
    this.#after = step.after ?? this.#after;
  }

  /** A step that was begun and never left was terminated. @returns whether there was one */
  #recover(): boolean {
    const step = this.#current;
    if (step === null) return false;
    this.#current = null;
    this.#watchdog.clear();
    step.onTerminated(this.#cause);
    this.#after = step.after ?? this.#after;
    return true;
  }
}
