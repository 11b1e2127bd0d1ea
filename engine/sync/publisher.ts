/**
 * Schedules sessions. Those with news run a few hundred at a time, so that answers and incoming messages get through in
 * between. The others wait for a timestamp at which all their results are valid.
 */
import type { LiveQuery } from "../reactivity/live-query.ts";
import type { Audience } from "../reactivity/subscription-manager.ts";
import type { Session, Turns } from "./session.ts";

/** Sockets to write to before other work runs: about a millisecond's worth. */
const CHUNK = 256;

export class Publisher implements Audience, Turns {
  readonly #fail: (query: LiveQuery, error: unknown) => void;
  #ready: Session[] = [];
  #waiting = new Set<Session>();
  #busy = false;
  #draining: Promise<void> = Promise.resolve();

  constructor(fail: (query: LiveQuery, error: unknown) => void) {
    this.#fail = fail;
  }

  publish(changed: readonly LiveQuery[]): Promise<void> {
    // These include sessions that wait for a Transition after their own mutation.
    this.#recall();
    // Queries with few watchers first: otherwise these wait for all watchers of a popular query.
    const fewestFirst = [...changed].sort(
      (one, other) => one.watchers.size - other.watchers.size,
    );
    for (const query of fewestFirst)
      for (const watcher of query.watchers) watcher.changed();
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

  /** Like `enqueue`, and starts a drain. */
  wake(session: Session): void {
    this.enqueue(session);
    void this.#drain();
  }

  wait(session: Session): void {
    this.#waiting.add(session);
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
