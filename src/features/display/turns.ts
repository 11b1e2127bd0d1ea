/** The calls shown on the display and those that wait, so that no call is skipped. Pure. */
import { MAX_RECENT_CALLS } from "../../../convex/queue/rules/recentCalls";
import type { Call } from "./types";

/** `shown` newest first, `pending` oldest first. */
export type Turns = {
  readonly shown: readonly Call[];
  readonly pending: readonly Call[];
};

/** An older call, after a lost connection or many others, is shown but not announced: its person is at the desk or gone. */
const TOO_OLD_MS = 60_000;

export function firstTurns(calls: readonly Call[]): Turns {
  return { shown: [...calls].reverse(), pending: [] };
}

/** Adds the server's calls at `now`: new ones wait for their turn, withdrawn ones disappear. */
export function received(
  { shown, pending }: Turns,
  calls: readonly Call[],
  now: number,
): Turns {
  const known = new Set([...shown, ...pending].map(keyOf));
  const fresh = calls.filter((call) => !known.has(keyOf(call)));
  return {
    shown: withFront(
      shown.filter((call) => stands(call, calls)),
      fresh.filter((call) => isOld(call, now)),
    ),
    pending: [
      ...pending.filter((call) => stands(call, calls)),
      ...fresh.filter((call) => !isOld(call, now)),
    ].filter(({ at }, i, all) => !hasNewer(all, i, at)),
  };

  /** The same person is called again later: one announcement is enough. */
  function hasNewer(all: readonly Call[], i: number, at: number): boolean {
    const person = personOf(all[i]);
    return all.some((call) => personOf(call) === person && call.at > at);
  }
}

/** @param now the server's time. `call` is the one to announce */
export function next(
  { shown, pending }: Turns,
  now: number,
): { turns: Turns; call: Call | undefined } {
  const old = pending.filter((call) => isOld(call, now));
  const [call, ...rest] = pending.filter((one) => !old.includes(one));
  const front = call === undefined ? old : [...old, call];
  return { turns: { shown: withFront(shown, front), pending: rest }, call };
}

function isOld({ at }: Call, now: number): boolean {
  return now - at > TOO_OLD_MS;
}

/** Distinguishes calls, including two of the same person. */
export function keyOf(call: Call): string {
  return `${call.at} ${personOf(call)}`;
}

/** Not withdrawn: still there, called again since, or too old for the server's short list. */
function stands(call: Call, calls: readonly Call[]): boolean {
  const [oldest] = calls;
  const isFull = calls.length >= MAX_RECENT_CALLS;
  return (
    (isFull && oldest !== undefined && call.at < oldest.at) ||
    calls.some(
      (other) => personOf(other) === personOf(call) && other.at >= call.at,
    )
  );
}

/** Each person once, with the newest call. */
function withFront(
  shown: readonly Call[],
  newer: readonly Call[],
): readonly Call[] {
  const people = new Set(newer.map(personOf));
  return [
    ...[...newer].reverse(),
    ...shown.filter((call) => !people.has(personOf(call))),
  ];
}

function personOf(call: Call | undefined): string {
  return `${call?.number} ${call?.queueName}`;
}
