/** The calls shown on the display and those that wait, so that no call is skipped. Pure. */
import { RECENT_MOST } from "../../../convex/queue/rules/recentCalls";
import type { Call } from "./types";

/** `shown` newest first, `pending` oldest first. */
export type Turns = {
  readonly shown: readonly Call[];
  readonly pending: readonly Call[];
};

/** An older call, after a lost connection, is shown but not announced: its person is at the desk or gone. */
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
  const isOld = ({ at }: Call) => now - at > TOO_OLD_MS;
  return {
    shown: withFront(
      shown.filter((call) => stands(call, calls)),
      fresh.filter(isOld),
    ),
    pending: [
      ...pending.filter((call) => stands(call, calls)),
      ...fresh.filter((call) => !isOld(call)),
    ].filter(({ at }, i, all) => !hasNewer(all, i, at)),
  };

  /** The same person is called again later: one announcement is enough. */
  function hasNewer(all: readonly Call[], i: number, at: number): boolean {
    const person = personOf(all[i]);
    return all.some((call) => personOf(call) === person && call.at > at);
  }
}

export function next({ shown, pending }: Turns): Turns {
  const [first, ...rest] = pending;
  if (first === undefined) return { shown, pending };
  return { shown: withFront(shown, [first]), pending: rest };
}

/** Distinguishes calls, including two of the same person. */
export function keyOf(call: Call): string {
  return `${call.at} ${personOf(call)}`;
}

/** Not withdrawn: still there, called again since, or too old for the server's short list. */
function stands(call: Call, calls: readonly Call[]): boolean {
  const [oldest] = calls;
  const isFull = calls.length >= RECENT_MOST;
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
