/**
 * The highest answered request of each session: a higher one is new and needs no lookup. Never too low. Idle sessions are
 * forgotten and looked up again.
 */

/** Sessions per generation; two are kept. */
const SESSIONS = 10_000;

export class SessionHeights {
  readonly #limit: number;
  #young = new Map<string, number>();
  #old = new Map<string, number>();

  constructor(limit = SESSIONS) {
    this.#limit = limit;
  }

  /** Highest answered request of a session, -1 when there is none. @param find looks it up when it is unknown */
  of(sessionId: string, find: () => number): number {
    const young = this.#young.get(sessionId);
    if (young !== undefined) return young;
    const height = this.#old.get(sessionId) ?? find();
    this.#set(sessionId, height);
    return height;
  }

  /** Records an answered request. Ignored for an unknown session. */
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
