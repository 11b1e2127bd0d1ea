/**
 * How fast a queue moves: what each call teaches, and how often quotes held. A turn is the time for which one customer
 * keeps a chair: with c chairs, from one call to the c-th after it, if customers waited throughout.
 */
import type { Infer } from "convex/values";
import type { paceValidator, quoteValidator } from "./validators";
import { numberText, spansIn, spanText } from "./paceCodec";
import { daysBefore } from "../../base/rules/timezones";

const MINUTE_MS = 60_000;
const MAX_TURNS = 200;
/** Fewer turns are no basis for a wait (product.md W5). */
const MIN_TURNS = 3;
/** A gap shorter than this between calls is a mistaken tap. */
const SLIP_MS = 5_000;
/** A turn longer than this many usual turns is a break. */
const BREAK_FACTOR = 4;
/** After this long without a call a new stretch of work begins, with its own speed. */
const STRETCH_MS = 4 * 60 * MINUTE_MS;
/** The usual speed counts as much as this many turns of today. */
const USUAL_TURNS = 15;
/** How much faster or slower than usual a whole day may be. */
const DAY_CV = 0.15;
/** How much turns vary, where there are too few to measure it. */
const TURN_CV = 0.5;
/** Turns in the summary, from shortest to longest. */
export const TABLE = 16;

/** Share of waits below the quote, and above it, so that eight in ten quotes hold. */
const MISSES = 0.1;
/** How far one checked quote moves the tails. */
const LEARNING = 0.05;
const TAILS = { least: 0.01, first: 0.12, most: 0.4 } as const;
/** Fewer say nothing about the next one (product.md W7). */
const MIN_CHECKS = 20;
const CHECKED_DAYS = 7;

export type Pace = Infer<typeof paceValidator>;

export type Quote = Infer<typeof quoteValidator>;

export function newPace(): Pace {
  return {
    currentNumber: 0,
    calls: [],
    chairs: 1,
    unbroken: 0,
    leftWaiting: false,
    turns: "",
    stretch: { turns: 0, sum: 0 },
    tails: { low: TAILS.first, high: TAILS.first },
    checks: [],
  };
}

/** One call. `before`: the one before it at the same named chair, so many calls ago; null if there is none. */
type Call = {
  number: number;
  at: number;
  waiting: number;
  chairs: number;
  before?: { at: number; back: number } | null;
};

/**
 * The pace after ticket `number` was called, while `waiting` people still wait. A named chair measures its turns itself,
 * so they go on when another chair goes on or off duty.
 */
export function paceAfterCall(pace: Pace, call: Call): Pace {
  const { at, chairs, before } = call;
  const last = pace.calls.at(-1);
  const goesOn =
    last !== undefined &&
    pace.leftWaiting &&
    (before !== undefined || chairs === pace.chairs);
  const unbroken = goesOn ? pace.unbroken + 1 : 0;
  const from = turnBegan({ ...pace, unbroken }, call);
  const rested = last === undefined || at - last > STRETCH_MS;
  const learned = rested ? { ...pace, stretch: newPace().stretch } : pace;
  return {
    ...(from === undefined ? learned : withTurn(learned, at - from)),
    currentNumber: call.number,
    calls: [...pace.calls, at].slice(-chairs),
    chairs,
    unbroken,
    leftWaiting: call.waiting > 0,
  };
}

/** When the turn began that this call ends; undefined if customers did not wait throughout. */
function turnBegan({ calls, unbroken }: Pace, call: Call): number | undefined {
  const { chairs, before } = call;
  if (before === undefined) {
    return unbroken >= chairs ? calls.at(-chairs) : undefined;
  }
  return before !== null && unbroken >= before.back ? before.at : undefined;
}

export function paceAfterBreak(pace: Pace): Pace {
  return pace.leftWaiting ? { ...pace, leftWaiting: false } : pace;
}

function withTurn(pace: Pace, ms: number): Pace {
  if (ms < SLIP_MS) return pace;
  const known = spansIn(pace.turns).sort((a, b) => a - b);
  if (known.length < MIN_TURNS) {
    return { ...pace, turns: pace.turns + spanText(ms) };
  }
  const middle = known[Math.floor(known.length / 2)] ?? ms;
  if (ms > BREAK_FACTOR * middle) return pace;
  const mean = known.reduce((sum, turn) => sum + turn, 0) / known.length;
  const { turns, sum } = pace.stretch;
  return {
    ...pace,
    turns: (pace.turns + spanText(ms)).slice(-MAX_TURNS),
    stretch: { turns: turns + 1, sum: sum + ms / mean },
  };
}

/** Whether a wait that ended at `calledAt` was as quoted. */
export function wasRight({ low, high, at }: Quote, calledAt: number): boolean {
  const minutes = (calledAt - at) / MINUTE_MS;
  return low <= minutes && minutes <= high;
}

/** Adjusts the tails until eight in ten quotes hold. @param day the business day of the call */
export function paceAfterCheck(
  pace: Pace,
  quote: Quote,
  calledAt: number,
  day: string,
): Pace {
  const minutes = (calledAt - quote.at) / MINUTE_MS;
  const today = pace.checks.find((check) => check.day === day);
  const { quotes, right } = today ?? { quotes: 0, right: 0 };
  const isRight = Number(wasRight(quote, calledAt));
  const checked = { day, quotes: quotes + 1, right: right + isRight };
  return {
    ...pace,
    tails: {
      low: movedTail(pace.tails.low, minutes < quote.low),
      high: movedTail(pace.tails.high, minutes > quote.high),
    },
    checks: [...pace.checks.filter((check) => check.day !== day), checked]
      .sort((a, b) => (a.day < b.day ? -1 : 1))
      .filter((check) => check.day > daysBefore(day, CHECKED_DAYS)),
  };
}

function movedTail(tail: number, missed: boolean): number {
  const moved = tail * Math.exp(LEARNING * (MISSES - Number(missed)));
  return Math.min(TAILS.most, Math.max(TAILS.least, moved));
}

/**
 * What a phone needs of the pace; null without a basis. Turns at today's speed; that speed's uncertainty and the tails,
 * in hundredths; how many of ten quotes held ('-': too few checked); the gaps between the calls at the chairs.
 */
export function paceSummary(pace: Pace): string | null {
  const turns = spansIn(pace.turns).sort((a, b) => a - b);
  if (turns.length < MIN_TURNS) return null;
  const { stretch, tails, calls } = pace;
  const speed = (USUAL_TURNS + stretch.sum) / (USUAL_TURNS + stretch.turns);
  const ofToday =
    DAY_CV * Math.sqrt(USUAL_TURNS / (USUAL_TURNS + stretch.turns));
  const table = Array.from({ length: TABLE }, (_, i) => {
    const turn = turns[Math.floor(((i + 0.5) / TABLE) * turns.length)] ?? 0;
    return spanText(turn * speed);
  });
  const gaps = calls.slice(1).map((at, i) => spanText(at - (calls[i] ?? at)));
  return [
    ...table,
    numberText(100 * Math.hypot(ofToday, TURN_CV / Math.sqrt(turns.length))),
    numberText(100 * tails.low),
    numberText(100 * tails.high),
    tenths(pace.checks),
    ...gaps,
  ].join("");
}

function tenths(checks: Pace["checks"]): string {
  const quotes = checks.reduce((sum, check) => sum + check.quotes, 0);
  const right = checks.reduce((sum, check) => sum + check.right, 0);
  return quotes < MIN_CHECKS ? "-" : numberText((10 * right) / quotes);
}
