/**
 * Whose turn it is: sessions with news, a few hundred at a time, so that answers and incoming messages get through in
 * between; and those who wait for a moment at which all their results are right.
 */
import type { LiveQuery } from "../reactivity/live-query.ts";
import type { Audience } from "../reactivity/subscription-manager.ts";
import type { Session, Turns } from "./session.ts";

/** Sockets written to before other work gets its turn: about a millisecond's worth. */
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
    // Those who wait for a Transition after their own mutation are among them.
    this.#recall();
    // Whom news concerns alone goes first: behind a crowd that hears of the same they would wait for all of it.
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

  /** As `enqueue`, and sees to it that there is a drain. */
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
