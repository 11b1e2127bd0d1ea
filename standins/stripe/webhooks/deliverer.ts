/** Sends waiting events one at a time and in order, until the endpoint answers 2xx. Resumes after a restart. */
import type { Store } from "../../state/store.ts";
import type { Attempt, AttemptLog } from "./attempt-log.ts";
import type { Outgoing } from "./outgoing.ts";
import { signatureHeader } from "./signature.ts";

export type Endpoint = {
  readonly url: string;
  /** The endpoint's secrets; more than one while they are rolled. */
  readonly secrets: readonly string[];
};

/** Stripe waits longer. A shop that needs more is broken. */
const ANSWER_WITHIN = 10_000;
const LONGEST_WAIT = 3_600_000;
const GIVE_UP_AFTER = 3 * 24 * 3_600_000;
/** Longer waits are split into pieces of this length. */
const LONGEST_TIMER = 60_000;

export class Deliverer {
  readonly #store: Store;
  readonly #endpoint: Endpoint;
  readonly #log: AttemptLog;
  readonly #clock: () => number;
  readonly #closed = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(
    store: Store,
    endpoint: Endpoint,
    log: AttemptLog,
    clock: () => number,
  ) {
    this.#store = store;
    this.#endpoint = endpoint;
    this.#log = log;
    this.#clock = clock;
    store.onChange(() => this.wake());
  }

  /** Sends what is due now and sets the timer for the rest. */
  wake(): void {
    if (this.#running !== null || this.#closed.signal.aborted) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#running = this.#sendDue().finally(() => {
      this.#running = null;
      this.#setTimer();
    });
  }

  /** Resolves when the current attempt has ended. */
  async close(): Promise<void> {
    this.#closed.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }

  async #sendDue(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const entry = this.#next();
      if (entry === undefined || entry.dueAt > this.#clock()) return;
      const isOver = this.#clock() - entry.firstAt > GIVE_UP_AFTER;
      const done = await this.#attempt(
        entry,
        isOver ? "given up" : "will retry",
      );
      if (!this.#closed.signal.aborted) this.#record(entry, done.outcome);
    }
  }

  /** The next event to send: the first due one in the list, or else the one that is due soonest. */
  #next(): Outgoing | undefined {
    const { outgoing, switches } = this.#store.look().state.stripe;
    if (switches.hold) return undefined;
    const now = this.#clock();
    return (
      outgoing.find(({ dueAt }) => dueAt <= now) ??
      outgoing.toSorted((a, b) => a.dueAt - b.dueAt)[0]
    );
  }

  async #attempt(
    entry: Outgoing,
    otherwise: Attempt["outcome"],
  ): Promise<Attempt> {
    const event = this.#store.look().state.stripe.events[entry.event];
    const answer =
      event === undefined
        ? { status: null, error: "The event is no longer kept." }
        : await this.#post(JSON.stringify(event, null, 2));
    const { status } = answer;
    const isDelivered = status !== null && status >= 200 && status < 300;
    const attempt: Attempt = {
      event: entry.event,
      type: event?.type ?? "unknown",
      at: new Date(this.#clock()).toISOString(),
      attempt: entry.attempts + 1,
      ...answer,
      outcome:
        event === undefined
          ? "given up"
          : isDelivered
            ? "delivered"
            : otherwise,
    };
    this.#log.add(attempt);
    return attempt;
  }

  async #post(
    body: string,
  ): Promise<{ status: number | null; error: string | null }> {
    const { url, secrets } = this.#endpoint;
    // The receiver compares it with the real time, even where our clock is a test's.
    const at = Math.floor(Date.now() / 1000);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Stripe-Signature": signatureHeader(body, secrets, at),
          "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([
          this.#closed.signal,
          AbortSignal.timeout(ANSWER_WITHIN),
        ]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: reasonOf(error) };
    }
  }

  #record(entry: Outgoing, outcome: Attempt["outcome"]): void {
    this.#store.change(({ state: { stripe } }) => {
      const place = stripe.outgoing.findIndex((other) => isSame(other, entry));
      if (place < 0) return;
      stripe.outgoing.splice(place, 1);
      if (outcome === "will retry") {
        const wait = stripe.switches.retryMs * 2 ** entry.attempts;
        stripe.outgoing.push({
          ...entry,
          attempts: entry.attempts + 1,
          dueAt: this.#clock() + Math.min(wait, LONGEST_WAIT),
        });
        return;
      }
      const event = stripe.events[entry.event];
      const isWaiting = stripe.outgoing.some((o) => o.event === entry.event);
      if (event !== undefined && !isWaiting) event.pending_webhooks = 0;
    });
  }

  #setTimer(): void {
    if (this.#closed.signal.aborted) return;
    const next = this.#next();
    if (next === undefined) return;
    const wait = Math.max(0, next.dueAt - this.#clock());
    this.#timer = setTimeout(() => this.wake(), Math.min(wait, LONGEST_TIMER));
    this.#timer.unref();
  }
}

function isSame(one: Outgoing, other: Outgoing): boolean {
  return (
    one.event === other.event &&
    one.attempts === other.attempts &&
    one.dueAt === other.dueAt
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
