/**
 * Desk actions on their way to the server, in order, each with a key. They are stored first, so neither a lost
 * connection nor a reload loses one (product.md D17).
 */
import { newListeners } from "../../../lib/listeners";
import type { ActionKind, MoreOf } from "./actions";

export type KeptOf<Kind extends ActionKind> = {
  /** Sent twice, it acts once. */
  readonly key: string;
  /** When it was pressed, epoch ms on the server's clock. */
  readonly at: number;
  readonly kind: Kind;
  readonly queueId: string;
  readonly ticketId: string | null;
  /** Of the queue. Absent in actions of an earlier version. */
  readonly letter?: string | null;
  readonly number: number | null;
  readonly more: MoreOf<Kind>;
  /** Whether it was delayed: pressed without a connection, or left by an earlier page. */
  readonly waited: boolean;
};

export type Kept = { [Kind in ActionKind]: KeptOf<Kind> }[ActionKind];
export type Pressed<Kind extends ActionKind = ActionKind> = Omit<
  KeptOf<Kind>,
  "at" | "waited"
>;

/** The result of an action: the server's answer, or the error that prevented it. */
export type Outcome<Answer> = { answer: Answer } | { error: unknown };

export type Port<Answer> = {
  read: () => string | null;
  write: (text: string | null) => void;
  now: () => number;
  /** Whether a request can reach the server now. */
  maySend: () => boolean;
  send: (kept: Kept) => Promise<Answer>;
  /** Whether a failure only means a signed-out user or an outdated page. */
  mustWait: (error: unknown) => boolean;
  isRefusal: (answer: Answer) => boolean;
  /** The last delayed action has its answer. `acted`: how many of them acted. */
  caughtUp: (acted: number) => void;
};

export type Missed<Answer> = { kept: Kept; outcome: Outcome<Answer> };

/** More than a lost connection produces. Browser storage is limited. */
export const MAX_KEPT = 200;
/** Within the day for which the server remembers a key. After that the shop's day is over anyway. */
export const KEPT_MS = 12 * 60 * 60_000;

export class OutboxFull extends Error {}
class KeptTooLong extends Error {}

export class Outbox<Answer> {
  readonly #port: Port<Answer>;
  readonly #listeners = newListeners();
  readonly #waiting = new Map<string, (outcome: Outcome<Answer>) => void>();
  #kept: readonly Kept[] = [];
  #sending: string | null = null;
  #missed: readonly Missed<Answer>[] = [];
  /** Delayed actions that acted since the last catching up. */
  #acted = 0;
  #isOpen = false;

  constructor(port: Port<Answer>) {
    this.#port = port;
  }

  readonly kept = (): readonly Kept[] => this.#kept;

  /** The delayed actions that did nothing, until the user dismisses them. */
  readonly missed = (): readonly Missed<Answer>[] => this.#missed;

  readonly forgetMissed = (): void => {
    this.#missed = [];
    this.#show(this.#kept);
  };

  readonly subscribe = this.#listeners.subscribe;

  open(): () => void {
    const known = new Set(this.#kept.map(({ key }) => key));
    const left = this.#stored()
      .filter(({ key }) => !known.has(key))
      .map((one) => ({ ...one, waited: true }));
    this.#isOpen = true;
    this.#show([...left, ...this.#kept]);
    const oldest = this.#port.now() - KEPT_MS;
    for (const one of left.filter(({ at }) => at <= oldest)) {
      this.#settle(one, { error: new KeptTooLong() });
    }
    this.pump();
    return () => {
      this.#isOpen = false;
    };
  }

  /** Stores an action and sends it as soon as possible. @returns its result; null if it must wait @throws OutboxFull */
  add<Kind extends ActionKind>(
    action: Pressed<Kind>,
  ): Promise<Outcome<Answer>> | null {
    if (this.#kept.length >= MAX_KEPT) throw new OutboxFull();
    const waited =
      this.#kept.some((one) => one.waited) || !this.#port.maySend();
    // It is one of the kinds, but TypeScript cannot see that in a generic.
    const kept = { ...action, at: this.#port.now(), waited } as Kept;
    this.#store([...this.#stored(), kept]);
    this.#show([...this.#kept, kept]);
    const outcome = waited
      ? null
      : new Promise<Outcome<Answer>>((resolve) =>
          this.#waiting.set(kept.key, resolve),
        );
    this.pump();
    return outcome;
  }

  /** The newest action, while it can be dropped without the server. */
  readonly unsent = (): Kept | null => {
    const last = this.#kept.at(-1);
    return last === undefined || last.key === this.#sending ? null : last;
  };

  /** Forgets an action that is not being sent. */
  readonly drop = (key: string): void => {
    if (key !== this.#sending) this.#remove(key);
  };

  readonly pump = (): void => {
    const [next] = this.#kept;
    if (next === undefined || this.#sending !== null) return;
    if (!this.#isOpen || !this.#port.maySend()) return;
    this.#sending = next.key;
    this.#show(this.#kept);
    void this.#send(next);
  };

  async #send(kept: Kept): Promise<void> {
    let outcome: Outcome<Answer>;
    try {
      outcome = { answer: await this.#port.send(kept) };
    } catch (error) {
      if (this.#port.mustWait(error)) {
        this.#sending = null;
        this.#isOpen = false;
        this.#show(this.#kept);
        return;
      }
      outcome = { error };
    }
    this.#sending = null;
    this.#settle(kept, outcome);
    this.pump();
  }

  #settle(kept: Kept, outcome: Outcome<Answer>): void {
    const acted = "answer" in outcome && !this.#port.isRefusal(outcome.answer);
    if (kept.waited && acted) this.#acted += 1;
    if (kept.waited && !acted) {
      this.#missed = [...this.#missed, { kept, outcome }];
    }
    this.#remove(kept.key);
    this.#waiting.get(kept.key)?.(outcome);
    this.#waiting.delete(kept.key);
    if (this.#acted > 0 && !this.#kept.some(({ waited }) => waited)) {
      this.#port.caughtUp(this.#acted);
      this.#acted = 0;
    }
  }

  #remove(key: string): void {
    this.#store(this.#stored().filter((one) => one.key !== key));
    this.#show(this.#kept.filter((one) => one.key !== key));
  }

  #show(kept: readonly Kept[]): void {
    this.#kept = kept;
    this.#listeners.notify();
  }

  /** Read each time, because another tab of the same account writes there too. */
  #stored(): Kept[] {
    return readKept(this.#port.read());
  }

  #store(kept: readonly Kept[]): void {
    this.#port.write(kept.length === 0 ? null : JSON.stringify(kept));
  }
}

/** The readable part of the storage. The server validates its content like any request. */
export function readKept(text: string | null): Kept[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isKept).slice(-MAX_KEPT) : [];
  } catch {
    return [];
  }
}

function isKept(found: unknown): found is Kept {
  if (typeof found !== "object" || found === null) return false;
  const { key, at, kind, queueId, more } = found as Record<string, unknown>;
  return (
    typeof key === "string" &&
    typeof at === "number" &&
    typeof kind === "string" &&
    typeof queueId === "string" &&
    typeof more === "object" &&
    more !== null
  );
}
