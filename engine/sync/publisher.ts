/**
 * Whose turn it is: sessions with news, a few hundred at a time, so that answers and incoming messages get through in
 * between; and those who wait for a moment at which all their results are right.
 */
import type { LiveQuery } from "../reactivity/live-query.ts";
import type { Audience, Pump } from "../reactivity/pump.ts";
import type { Timestamp } from "../values/json.ts";
import type { Session, Turns } from "./session.ts";

/** Sockets written to before other work gets its turn: about a millisecond's worth. */
const CHUNK = 256;

export class Publisher implements Audience, Turns {
  readonly #pump: () => Pump;
  readonly #fail: (query: LiveQuery, error: unknown) => void;
  #ready: Session[] = [];
  #waiting = new Set<Session>();
  #busy = false;
  #draining: Promise<void> = Promise.resolve();
  /** The newest timestamp somebody waits for on disk. */
  #awaited: Timestamp = 0;

  /** @param pump the one that this publisher is the audience of. */
  constructor(
    pump: () => Pump,
    fail: (query: LiveQuery, error: unknown) => void,
  ) {
    this.#pump = pump;
    this.#fail = fail;
  }

  publish(changed: readonly LiveQuery[]): Promise<void> {
    for (const query of changed)
      for (const watcher of query.watchers) watcher.changed();
    this.#recall();
    return this.#drain();
  }

  broken(query: LiveQuery, error: unknown): void {
    this.#fail(query, error);
  }

  /** The session gets its turn in the current or next drain. */
  enqueue(session: Session): void {
    if (session.queued) return;
    session.queued = true;
    this.#ready.push(session);
  }

  /** As `enqueue`, and sees to it that there is a drain. */
  wake(session: Session): void {
    this.enqueue(session);
    void this.#drain();
  }

  wait(session: Session, ts: Timestamp | null): void {
    this.#waiting.add(session);
    if (ts === null || ts <= this.#awaited) return;
    this.#awaited = ts;
    void this.#pump()
      .onDisk(ts)
      .then((reached) => {
        if (reached) void this.publish([]);
        else this.#awaited = 0;
      });
  }

  forget(session: Session): void {
    this.#waiting.delete(session);
  }

  #recall(): void {
    if (this.#waiting.size === 0) return;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const session of waiting) this.enqueue(session);
  }

  #drain(): Promise<void> {
    if (!this.#busy) this.#draining = this.#work();
    return this.#draining;
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#ready.length > 0) {
      const batch = this.#ready;
      this.#ready = [];
      for (let i = 0; i < batch.length; i++) {
        const session = batch[i];
        if (session === undefined) continue;
        session.queued = false;
        session.attempt();
        if (i % CHUNK === CHUNK - 1) await nextTurn();
      }
    }
    this.#busy = false;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
