/** The calls of the display, one after another. Each stays large for a while and is announced before the next. */
import { newListeners } from "../../lib/listeners";
import { serverNow } from "../../lib/server/server-clock";
import { firstTurns, next, received, type Turns } from "./turns";
import type { Call } from "./types";

/** How long a call has the large place at least. */
export const HOLD_MS = 4_000;

type Announce = (call: Call) => Promise<void>;

const NONE: readonly Call[] = [];

export class CallsInTurn {
  readonly #listeners = newListeners();
  #announce: Announce = () => Promise.resolve();
  #turns: Turns | null = null;
  #isAnnouncing = false;

  announceWith(announce: Announce): void {
    this.#announce = announce;
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly read = (): readonly Call[] => this.#turns?.shown ?? NONE;

  receive(calls: readonly Call[], now: number): void {
    if (this.#turns === null) this.#set(firstTurns(calls));
    else this.#set(received(this.#turns, calls, now));
    void this.#goOn();
  }

  async #goOn(): Promise<void> {
    if (this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    while (this.#turns !== null && this.#turns.pending.length > 0) {
      const { turns, call } = next(this.#turns, serverNow());
      this.#set(turns);
      if (call) await Promise.all([held(), this.#announced(call)]);
    }
    this.#isAnnouncing = false;
  }

  /** Without its voice a call is still shown. */
  async #announced(call: Call): Promise<void> {
    try {
      await this.#announce(call);
    } catch (error) {
      console.error("A call was not announced", error);
    }
  }

  #set(turns: Turns): void {
    this.#turns = turns;
    this.#listeners.notify();
  }
}

function held(): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, HOLD_MS));
}
