/**
 * How long a person may wait, and how certain that is. Simulates possible days with past turns (a bootstrap). The draws
 * are fixed, so the server's quote and a phone's display agree.
 */
import { MAX_CHAIRS } from "./chairs";
import { TABLE, type Quote } from "./pace";
import type { Opening } from "../../business/rules/opening";
import { numberIn, spansIn } from "./paceCodec";

/** What the wait in a line depends on. */
export type WaitFacts = {
  /** See paceSummary; null: no basis for a wait. */
  readonly pace: string | null;
  readonly lastCallAt: number | null;
  readonly chairs: number;
  /** If no chair is on duty: how many are at home here, who work again after opening. */
  readonly places?: number | undefined;
  /** People who are called or being served. */
  readonly atCounter: number;
  /** `until` is null when staff must end it. */
  readonly pause: { since: number; until: number | null } | null;
};

/** As instants: they stay while time passes. */
export type Bounds = { readonly lowAt: number; readonly highAt: number };

export type Estimate =
  /** Minutes from now, rounded outward to five. `isLate`: the next call is overdue. */
  | ({ kind: "range"; isLate: boolean; bounds: Bounds } & Minutes)
  /** May be called at any moment. */
  | { kind: "next"; isLate: boolean }
  /** Minutes from `at`; no range for the first person or without a basis. */
  | { kind: "afterOpening"; at: number | null; range: Minutes | null }
  | { kind: "paused"; until: number | null }
  /** The shop is open, but no chair is on duty. */
  | { kind: "noChair" }
  | null;
type Minutes = { low: number; p50: number; high: number };

const MINUTE_MS = 60_000;
/** Shown minutes are rounded to this. */
export const STEP_MINUTES = 5;
/** A shown bound moves by at least this much (product.md W8). */
const STEADY_MS = 3 * MINUTE_MS;
/** Simulated days; a prime, so that every stride visits all of them. */
const DAYS = 101;
/** A longer line uses the mean turn for the rest. */
const PLAYED = 24;
/** A person at a chair for longer than any known turn should finish within this share of a usual turn. */
const OVERDUE = 0.3;
/** The next call is late after a turn that is longer than this share of all turns. */
const LATE = 0.8;

/** One draw per simulated turn, one per chair, one for the speed. */
const SPEED_LOT = PLAYED + 1 + MAX_CHAIRS;
const LOT_COUNT = SPEED_LOT + 1;

/** Speeds of the days, from the fastest to the slowest. */
const NORMAL = Array.from({ length: DAYS }, (_, day) =>
  normal((day + 0.5) / DAYS),
);

/** A pause whose time has come is over, even before the alarm has written that. */
export function isPausedAt(
  pause: WaitFacts["pause"],
  now: number,
): pause is NonNullable<WaitFacts["pause"]> {
  return pause !== null && (pause.until === null || pause.until > now);
}

/** @param shown the bounds that the reader saw last; small changes keep them */
export function estimate(
  facts: WaitFacts,
  ahead: number,
  now: number,
  opening: Opening = { isOpen: true },
  shown: Bounds | null = null,
): Estimate {
  const { pause } = facts;
  if (isPausedAt(pause, now)) return { kind: "paused", until: pause.until };
  if (!opening.isOpen) {
    const waits = ahead === 0 ? null : playedWaits(facts, ahead, null);
    const at = opening.opensAt;
    const range =
      waits === null || at === null
        ? null
        : {
            ...rounded(low(waits, facts), high(waits, facts)),
            p50: minutesOf(waits),
          };
    return { kind: "afterOpening", at, range };
  }
  if (facts.chairs === 0) return { kind: "noChair" };
  const isFree = ahead === 0 && facts.atCounter < facts.chairs;
  if (isFree) return { kind: "next", isLate: false };
  const waits = playedWaits(facts, ahead, now);
  if (waits === null) return null;
  const isLate = isOverdue(facts, now);
  const p50 = minutesOf(waits);
  if (ahead === 0 && p50 < STEP_MINUTES) return { kind: "next", isLate };
  const bounds = {
    lowAt: steady(now + low(waits, facts), shown?.lowAt),
    highAt: steady(now + high(waits, facts), shown?.highAt),
  };
  const range = rounded(bounds.lowAt - now, bounds.highAt - now);
  return { kind: "range", ...range, p50, isLate, bounds };
}

/** To store with the ticket; null if it names no minutes. */
export function quoteOf(found: Estimate, now: number): Quote | null {
  if (found?.kind === "range") {
    return { low: found.low, high: found.high, at: now };
  }
  if (found?.kind !== "afterOpening" || found.at === null) return null;
  const { at, range } = found;
  return range && { low: range.low, high: range.high, at };
}

/** How many of ten quotes held this week; null if too few were checked. */
export function rightInTen({ pace }: WaitFacts): number | null {
  const tenths = pace?.charAt(TABLE + 3) ?? "-";
  return tenths === "-" ? null : numberIn(tenths);
}

type Play = {
  readonly now: number | null;
  readonly turns: readonly number[];
  /** By day: its speed. */
  readonly speed: Float64Array;
  /** By day and chair: when it is free, in ms from now. */
  readonly free: Float64Array;
  /** By turn: the waits of all days until it begins. */
  readonly waits: Float64Array[];
};

/** A desk asks for every place of a line at once, so the days are simulated once. */
const plays = new WeakMap<WaitFacts, Play>();

/** The waits in ms of all simulated days, shortest first. @param now null: all chairs are free */
function playedWaits(facts: WaitFacts, ahead: number, now: number | null) {
  const chairs = facts.chairs || (facts.places ?? 0);
  if (facts.pace === null || chairs === 0) return null;
  let play = plays.get(facts);
  if (play?.now !== now) {
    play = newPlay(facts.pace, { ...facts, chairs }, now);
    plays.set(facts, play);
  }
  const played = Math.min(ahead, PLAYED);
  while (play.waits.length <= played) playTurn(play, chairs);
  const mean = play.turns.reduce((sum, turn) => sum + turn, 0) / TABLE;
  const rest = ((ahead - played) * mean) / chairs;
  const { speed, waits } = play;
  const begins = waits[played] ?? new Float64Array(DAYS);
  return begins.map((wait, day) => wait + rest * (speed[day] ?? 0)).sort();
}

function newPlay(
  pace: string,
  { lastCallAt, chairs }: WaitFacts,
  now: number | null,
): Play {
  const turns = turnsIn(pace);
  const unsure = numberIn(pace.charAt(TABLE)) / 100;
  const elapsed =
    now === null || lastCallAt === null
      ? []
      : elapsedAt(pace, now - lastCallAt, chairs);
  const left = elapsed.map((ms) => turnsLeft(turns, ms));
  const speed = new Float64Array(DAYS).map((_, day) =>
    Math.exp(unsure * (NORMAL[lot(day, SPEED_LOT)] ?? 0)),
  );
  const free = new Float64Array(DAYS * chairs).map((_, place) => {
    const chair = place % chairs;
    const choices = left[chair];
    const choice = lot((place - chair) / chairs, PLAYED + 1 + chair) / DAYS;
    return choices === undefined ? 0 : at(choices, choice);
  });
  return { now, turns, speed, free, waits: [] };
}

/** Simulates the next turn of every day: it takes the chair that is free first. */
function playTurn({ turns, speed, free, waits }: Play, chairs: number): void {
  const turn = waits.length;
  const begins = new Float64Array(DAYS);
  for (let day = 0; day < DAYS; day += 1) {
    const ofDay = free.subarray(day * chairs, (day + 1) * chairs);
    const next = indexOfLeast(ofDay);
    const wait = ofDay[next] ?? 0;
    begins[day] = wait;
    ofDay[next] = wait + (speed[day] ?? 0) * at(turns, lot(day, turn) / DAYS);
  }
  waits.push(begins);
}

function turnsIn(pace: string): readonly number[] {
  return spansIn(pace.slice(0, TABLE));
}

/** How long the chairs have been taken, in ms, newest call first. Chairs without an entry are free. */
function elapsedAt(pace: string, sinceLast: number, chairs: number) {
  let elapsed = Math.max(0, sinceLast);
  const gaps = spansIn(pace.slice(TABLE + 4)).reverse();
  const others = gaps.map((gap) => (elapsed += gap));
  return [Math.max(0, sinceLast), ...others].slice(0, chairs);
}

/** How much of a turn may be left after `elapsed` ms of it. */
function turnsLeft(turns: readonly number[], elapsed: number) {
  const longer = turns.filter((turn) => turn > elapsed);
  if (longer.length > 1) return longer.map((turn) => turn - elapsed);
  const soon = at(turns, 0.5) * OVERDUE;
  return Array.from({ length: TABLE }, (_, i) => (soon * (i + 0.5)) / TABLE);
}

/** Whether the last call is longer ago than nearly any turn. */
function isOverdue({ pace, lastCallAt }: WaitFacts, now: number): boolean {
  // Guard untested: what is estimated has a pace; the check is for the type.
  if (pace === null || lastCallAt === null) return false;
  return now - lastCallAt > at(turnsIn(pace), LATE);
}

function low(waits: Float64Array, { pace }: WaitFacts): number {
  return quantile(waits, tailOf(pace, TABLE + 1));
}

function high(waits: Float64Array, { pace }: WaitFacts): number {
  return quantile(waits, 1 - tailOf(pace, TABLE + 2));
}

/** The median wait, at least a minute. */
function minutesOf(waits: Float64Array): number {
  return Math.max(1, Math.round(quantile(waits, 0.5) / MINUTE_MS));
}

function tailOf(pace: string | null, place: number): number {
  return pace === null ? 0 : numberIn(pace.charAt(place)) / 100;
}

function quantile(sorted: Float64Array, share: number): number {
  return at(sorted, Math.min(share, 1 - 1 / sorted.length));
}

function rounded(lowMs: number, highMs: number) {
  const step = STEP_MINUTES * MINUTE_MS;
  const floor = Math.max(0, Math.floor(lowMs / step)) * STEP_MINUTES;
  const ceiling = Math.ceil(highMs / step) * STEP_MINUTES;
  return { low: floor, high: Math.max(floor + STEP_MINUTES, ceiling) };
}

function steady(next: number, shown: number | undefined): number {
  return shown !== undefined && Math.abs(next - shown) < STEADY_MS
    ? shown
    : next;
}

function indexOfLeast(values: Float64Array): number {
  let least = 0;
  for (let i = 1; i < values.length; i += 1) {
    if ((values[i] ?? 0) < (values[least] ?? 0)) least = i;
  }
  return least;
}

function at(values: ArrayLike<number>, share: number): number {
  return values[Math.floor(share * values.length)] ?? 0;
}

/** The rank of `day` in one draw, 0 to DAYS-1; each draw has its own fixed order. */
function lot(day: number, which: number): number {
  lots ??= drawLots();
  return lots[which * DAYS + day] ?? 0;
}

/** Drawn at their first use, because a slow phone takes a while and many queues need none. */
let lots: Uint8Array | undefined;

function drawLots(): Uint8Array {
  const drawn = new Uint8Array(LOT_COUNT * DAYS);
  for (let which = 0; which < LOT_COUNT; which += 1) {
    let mixed = Math.imul(which + 1, 0x9e3779b1) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
    mixed = (mixed ^ (mixed >>> 13)) >>> 0;
    const stride = 1 + (mixed % (DAYS - 1));
    const first = (mixed >>> 8) % DAYS;
    for (let day = 0; day < DAYS; day += 1) {
      drawn[which * DAYS + day] = (day * stride + first) % DAYS;
    }
  }
  return drawn;
}

/** The standard normal quantile of `share`, to 0.003 (Abramowitz and Stegun 26.2.22). */
function normal(share: number): number {
  const tail = Math.min(share, 1 - share);
  const t = Math.sqrt(-2 * Math.log(tail));
  const size =
    t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
  return share < 0.5 ? -size : size;
}
