/**
 * Runs steps of user code one after another, each from an event of its own, under the eye of the watchdog.
 * Knows nothing of functions or transactions: a step is something to run and a way to hear that it was cut off.
 *
 * Why events of a MessagePort: when the watchdog terminates a step, V8 unwinds everything on the stack without running
 * catch or finally blocks, and drops the microtasks being processed. Below a port's event there is nothing of the
 * engine's to unwind, whereas below a promise's reaction there would be all of it. A hop costs some 3 µs and is shared
 * by all steps that wait.
 */
import type { Watchdog } from "./watchdog.ts";

export type Step = {
  readonly run: () => void;
  /** Called instead of what would have come after `run`, when it was terminated. */
  readonly onTerminated: () => void;
};

/** After this many ms of steps others on the event loop get a turn. */
const TURN = 10;

export class Pump {
  readonly #watchdog: Watchdog;
  readonly #channel = new MessageChannel();
  readonly #waiting: Step[] = [];
  #current: Step | null = null;
  #called = false;

  constructor(watchdog: Watchdog) {
    this.#watchdog = watchdog;
    this.#channel.port2.onmessage = () => this.#turn();
    // An idle pump keeps no process alive.
    this.#channel.port2.unref();
    watchdog.onTerminated(() => this.#call());
  }

  push(step: Step): void {
    this.#waiting.push(step);
    if (!this.#called) this.#call();
  }

  close(): void {
    this.#channel.port1.close();
  }

  #call(): void {
    this.#called = true;
    this.#channel.port2.ref();
    this.#channel.port1.postMessage(null);
  }

  #turn(): void {
    this.#called = false;
    const begun = performance.now();
    this.#recover();
    for (
      let step = this.#waiting.shift();
      step !== undefined;
      step = this.#waiting.shift()
    ) {
      this.#current = step;
      this.#watchdog.begin();
      step.run();
      this.#watchdog.end();
      this.#current = null;
      if (performance.now() - begun > TURN) break;
    }
    if (this.#waiting.length > 0) this.#call();
    else if (!this.#called) this.#channel.port2.unref();
  }

  /** A step that was begun and never left was terminated. */
  #recover(): void {
    const step = this.#current;
    if (step === null) return;
    this.#current = null;
    this.#watchdog.clear();
    step.onTerminated();
  }
}
