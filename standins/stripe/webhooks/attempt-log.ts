/** Attempts to reach the endpoint, newest last, for people and tests. In memory only. */

export type Attempt = {
  readonly event: string;
  readonly type: string;
  readonly at: string;
  readonly attempt: number;
  /** The endpoint's status. Null without an answer. */
  readonly status: number | null;
  readonly error: string | null;
  readonly outcome: "delivered" | "will retry" | "given up";
};

const KEPT = 500;

export class AttemptLog {
  readonly #attempts: Attempt[] = [];

  add(attempt: Attempt): void {
    this.#attempts.push(attempt);
    if (this.#attempts.length > KEPT) this.#attempts.shift();
  }

  all(): readonly Attempt[] {
    return this.#attempts;
  }
}
