/**
 * Up to which request each session has been answered: a request beyond that is new and need not be looked up. Never too
 * low; who has not been heard of for long is forgotten, and found out again.
 */

/** Sessions in a generation; two are kept. */
const SESSIONS = 10_000;

export class SessionHeights {
  readonly #limit: number;
  #young = new Map<string, number>();
  #old = new Map<string, number>();

  constructor(limit = SESSIONS) {
    this.#limit = limit;
  }

  /** The highest answered request of a session, -1 when there is none. @param find finds it out, when it is not known */
  of(sessionId: string, find: () => number): number {
    const young = this.#young.get(sessionId);
    if (young !== undefined) return young;
    const height = this.#old.get(sessionId) ?? find();
    this.#set(sessionId, height);
    return height;
  }

  /** A request is answered. Of a session that is not known nothing is learnt by that. */
  raise(sessionId: string, requestId: number): void {
    const known = this.#young.get(sessionId) ?? this.#old.get(sessionId);
    if (known !== undefined && known < requestId)
      this.#set(sessionId, requestId);
  }

  #set(sessionId: string, height: number): void {
    this.#young.set(sessionId, height);
    if (this.#young.size < this.#limit) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
