/**
 * Actions of the counter on their way to the server, one after another and each
 * with its key. They are stored before they are sent, so that neither a cut nor
 * a reload loses one (product.md D17). What they look like meanwhile is
 * board-after.ts; the functions that they call are actions.ts; React's part is
 * use-outbox.ts.
 */
import type { ActionKind, MoreOf } from "./actions";

/** An action of one kind. What the server is told follows from it (actions.ts). */
export type KeptOf<Kind extends ActionKind> = {
  /** Sent twice, it acts once. */
  readonly key: string;
  /** When it was pressed, epoch ms on the server's clock. */
  readonly at: number;
  readonly kind: Kind;
  readonly queueId: string;
  /** Whom it is about; null for an undo. */
  readonly ticketId: string | null;
  readonly number: number | null;
  /** What else the server is told. */
  readonly more: MoreOf<Kind>;
  /** Whether somebody has waited for it: pressed without a connection, or left by an earlier page. */
  readonly late: boolean;
};

/** One action. */
export type Kept = { [Kind in ActionKind]: KeptOf<Kind> }[ActionKind];
/** One as it is pressed. */
export type Pressed<Kind extends ActionKind = ActionKind> = Omit<
  KeptOf<Kind>,
  "at" | "late"
>;

/** What became of one: the server's answer, or what kept it from answering. */
export type Outcome<Answer> = { answer: Answer } | { error: unknown };

/** How the outbox meets the world. */
export type Port<Answer> = {
  read: () => string | null;
  write: (text: string | null) => void;
  now: () => number;
  /** Whether what is sent now can arrive. */
  maySend: () => boolean;
  send: (kept: Kept) => Promise<Answer>;
  /** Whether a failure only means that nobody is signed in, or that this page is of an earlier version: then everything waits for the next sign-in or page. */
  mustWait: (error: unknown) => boolean;
  /** Whether the answer says that nothing was done. */
  isRefusal: (answer: Answer) => boolean;
  /** The last of those that had to wait has its answer: how many of them acted. */
  caughtUp: (acted: number) => void;
};

/** One that had to wait, and then no longer applied. */
export type Missed<Answer> = { kept: Kept; outcome: Outcome<Answer> };

/** More than anybody does in a cut; a browser's storage ends somewhere. */
export const MOST_KEPT = 200;
/** Within the day for which the server knows a key; after that the shop's day is over anyway. */
export const KEPT_MS = 12 * 60 * 60_000;

/** Thrown to who adds one more than can be kept. */
export class OutboxFull extends Error {}
/** What kept an action from being sent: it was pressed too long ago. */
class KeptTooLong extends Error {}

/** One for an account and page. */
export class Outbox<Answer> {
  readonly #port: Port<Answer>;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Map<string, (outcome: Outcome<Answer>) => void>();
  #kept: readonly Kept[] = [];
  /** The key of the one on its way. */
  #sending: string | null = null;
  #missed: readonly Missed<Answer>[] = [];
  /** Late ones that acted since the last catching up. */
  #acted = 0;
  #isOpen = false;

  constructor(port: Port<Answer>) {
    this.#port = port;
  }

  /** All that is not answered yet, oldest first; a new list with each change. */
  readonly kept = (): readonly Kept[] => this.#kept;

  /** The late ones that did nothing, until somebody has read that. */
  readonly missed = (): readonly Missed<Answer>[] => this.#missed;

  readonly forgetMissed = (): void => {
    this.#missed = [];
    this.#show(this.#kept);
  };

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  /** Takes over what earlier pages have left, and begins to send. Returns what ends that. */
  open(): () => void {
    const known = new Set(this.#kept.map(({ key }) => key));
    const left = this.#stored()
      .filter(({ key }) => !known.has(key))
      .map((one) => ({ ...one, late: true }));
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

  /**
   * Keeps an action and sends it as soon as that is possible.
   * @returns what becomes of it; null if it has to wait
   * @throws OutboxFull
   */
  add<Kind extends ActionKind>(
    action: Pressed<Kind>,
  ): Promise<Outcome<Answer>> | null {
    if (this.#kept.length >= MOST_KEPT) throw new OutboxFull();
    const late = this.#kept.some((one) => one.late) || !this.#port.maySend();
    // One of them, whatever its kind: TypeScript does not see that in a generic.
    const kept = { ...action, at: this.#port.now(), late } as Kept;
    this.#store([...this.#stored(), kept]);
    this.#show([...this.#kept, kept]);
    const outcome = late
      ? null
      : new Promise<Outcome<Answer>>((resolve) =>
          this.#waiting.set(kept.key, resolve),
        );
    this.pump();
    return outcome;
  }

  /** The newest, as long as it can be taken back without the server. */
  readonly unsent = (): Kept | null => {
    const last = this.#kept.at(-1);
    return last === undefined || last.key === this.#sending ? null : last;
  };

  /** Forgets the newest, if it is not on its way. */
  readonly dropUnsent = (): void => {
    const last = this.unsent();
    if (last === null) return;
    this.#waiting.delete(last.key);
    this.#remove(last.key);
  };

  /** Sends the oldest, if there is a way; called with each change of the connection. */
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
    if (kept.late && acted) this.#acted += 1;
    if (kept.late && !acted) {
      this.#missed = [...this.#missed, { kept, outcome }];
    }
    this.#remove(kept.key);
    this.#waiting.get(kept.key)?.(outcome);
    this.#waiting.delete(kept.key);
    if (this.#acted > 0 && !this.#kept.some(({ late }) => late)) {
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
    this.#listeners.forEach((notify) => notify());
  }

  /** Read anew each time: another tab of the same account writes there too. */
  #stored(): Kept[] {
    return readKept(this.#port.read());
  }

  #store(kept: readonly Kept[]): void {
    this.#port.write(kept.length === 0 ? null : JSON.stringify(kept));
  }
}

/** What is stored, as far as it can be read; the server checks what is in it like everything that it is sent. */
export function readKept(text: string | null): Kept[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isKept).slice(-MOST_KEPT) : [];
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
