/** Replays days to the product's own estimator and its rivals: each names a wait at the join; the first call judges. */
import {
  newPace,
  paceAfterBreak,
  paceAfterCall,
  paceAfterCheck,
  paceSummary,
  type Pace,
  type Quote,
} from "../../../convex/queue/rules/pace.ts";
import {
  estimate,
  quoteOf,
  type WaitFacts,
} from "../../../convex/queue/rules/waitEstimate.ts";
import type { Opening } from "../../../convex/business/rules/opening.ts";
import { PLACES_BACK } from "../../../convex/business/rules/unmarked.ts";
import type { Day, Happening, History } from "./day.ts";
import { newRivals, type Rival } from "./rivals.ts";

const MINUTE = 60_000;
/** One promise and its result. Minutes count from joining. */
export type Outcome = {
  readonly promisedAt: number;
  /** As the product stores it. */
  readonly quote: Quote;
  readonly ahead: number;
  readonly low: number;
  readonly high: number;
  readonly p50: number;
  /** Each rival's estimate, by name; a rival without an estimate is missing. */
  readonly rivals: ReadonlyMap<string, number>;
  readonly actual: number;
};
/** The promise; its minutes count from `quote.at`. */
type Promised = Pick<Outcome, "ahead" | "p50" | "quote">;
type Pending = Promised & Pick<Outcome, "promisedAt" | "rivals">;

/** Every promise that was shown and led to a call, on the days that count. */
export function replay(history: History): Outcome[] {
  const rivals = newRivals();
  let pace = newPace();
  const outcomes: Outcome[] = [];
  history.days.forEach((day, index) => {
    for (const rival of rivals) rival.nightFalls(day.opensAt);
    const played = new DayReplay(day, pace, rivals);
    const found = played.play();
    pace = played.pace;
    if (index >= history.countedFrom) outcomes.push(...found);
  });
  return outcomes;
}

class DayReplay {
  pace: Pace;
  readonly #day: Day;
  readonly #rivals: readonly Rival[];
  readonly #outcomes: Outcome[] = [];
  #waiting: number[] = [];
  #atCounter: number[] = [];
  #chairs: number;
  #pause: WaitFacts["pause"] = null;
  readonly #joinedAt = new Map<number, number>();
  readonly #pending = new Map<number, Pending>();
  readonly #called = new Set<number>();
  readonly #missed = new Set<number>();

  constructor(day: Day, pace: Pace, rivals: readonly Rival[]) {
    this.#day = day;
    this.#chairs = day.chairs;
    this.pace = pace;
    this.#rivals = rivals;
  }

  play(): Outcome[] {
    for (const happening of this.#day.happenings) this.#take(happening);
    return this.#outcomes;
  }

  #take(happening: Happening): void {
    const { at } = happening;
    switch (happening.kind) {
      case "join":
      case "due":
        this.#join(happening.ticket, at);
        return;
      case "call":
        this.#call(happening.ticket, at);
        return;
      case "leave":
        this.#waiting = without(this.#waiting, happening.ticket);
        return;
      case "done":
        this.#atCounter = without(this.#atCounter, happening.ticket);
        return;
      case "noShow":
        this.#noShow(happening.ticket);
        return;
      case "chairs":
        this.#chairs = happening.chairs;
        return;
      case "pause":
        this.#pause = { since: at, until: happening.until };
        return;
      case "resume":
        this.#pause = null;
        this.pace = paceAfterBreak(this.pace);
    }
  }

  #join(ticket: number, at: number): void {
    const ahead = this.#waiting.length;
    const promise = this.#promise(ahead, at);
    if (promise !== null) {
      const waitingSince = this.#waiting.map(
        (other) => this.#joinedAt.get(other) ?? at,
      );
      const said = this.#rivals.flatMap((rival) => {
        const minutes = rival.estimate({ at, waitingSince });
        return minutes === null ? [] : [[rival.name, minutes] as const];
      });
      this.#pending.set(ticket, {
        ...promise,
        promisedAt: at,
        rivals: new Map(said),
      });
    }
    this.#joinedAt.set(ticket, at);
    this.#waiting.push(ticket);
  }

  #promise(ahead: number, at: number): Promised | null {
    const { opensAt } = this.#day;
    const opening: Opening =
      at < opensAt ? { isOpen: false, opensAt } : { isOpen: true };
    const facts: WaitFacts = {
      pace: paceSummary(this.pace),
      lastCallAt: this.pace.calls.at(-1) ?? null,
      chairs: this.#chairs,
      atCounter: this.#atCounter.length,
      pause: this.#pause,
    };
    const found = estimate(facts, ahead, at, opening);
    const quote = quoteOf(found, at);
    if (quote === null) return null;
    const range = found?.kind === "afterOpening" ? found.range : found;
    return range && "p50" in range ? { ahead, p50: range.p50, quote } : null;
  }

  #call(ticket: number, at: number): void {
    this.#waiting = without(this.#waiting, ticket);
    this.#atCounter = [...this.#atCounter, ticket];
    const waiting = this.#waiting.length;
    this.pace = paceAfterCall(this.pace, {
      number: ticket,
      at,
      waiting,
      chairs: this.#chairs,
    });
    const isFirst = !this.#called.has(ticket);
    this.#called.add(ticket);
    const joinedAt = isFirst ? (this.#joinedAt.get(ticket) ?? null) : null;
    for (const rival of this.#rivals) rival.called({ at, joinedAt, waiting });
    const pending = this.#pending.get(ticket);
    if (!isFirst || pending === undefined) return;
    const { quote, promisedAt, p50, ahead, rivals } = pending;
    const day = new Date(at).toISOString().slice(0, 10);
    this.pace = paceAfterCheck(this.pace, quote, at, day);
    const later = (quote.at - promisedAt) / MINUTE;
    this.#outcomes.push({
      promisedAt,
      quote,
      ahead,
      low: quote.low + later,
      high: quote.high + later,
      p50: p50 + later,
      rivals,
      actual: (at - promisedAt) / MINUTE,
    });
  }

  #noShow(ticket: number): void {
    this.#atCounter = without(this.#atCounter, ticket);
    if (this.#missed.has(ticket)) return;
    this.#missed.add(ticket);
    this.#waiting.splice(PLACES_BACK, 0, ticket);
  }
}

const without = (tickets: readonly number[], ticket: number): number[] =>
  tickets.filter((other) => other !== ticket);
