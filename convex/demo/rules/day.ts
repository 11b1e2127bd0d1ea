/** A believable day in one queue of the demo barbershop. Pure and repeatable; the rows are made in data/history.ts. */

import type { Rating } from "../../queue/rules/rating";
import type { OperatingHours } from "../../business/rules/hours";

/** One customer of the past, times in ms. */
export type PastVisit = {
  name: string | null;
  joinedAt: number;
  calledAt: number;
  servingAt: number;
  endedAt: number;
  outcome: "served" | "noShow" | "left";
  rating: Rating | null;
};

export const DEMO_QUEUES = [
  {
    name: "Haircut",
    description: "Walk-ins for a cut, wash included",
    serviceMinutes: 22,
    visits: 19,
  },
  {
    name: "Beard trim",
    description: "Line-up, hot towel, oil",
    serviceMinutes: 14,
    visits: 14,
  },
  {
    name: "Kids' cut",
    description: "Under 12s, with a booster seat and patience",
    serviceMinutes: 18,
    visits: 9,
  },
] as const;

const NAMES = (
  "Amara Ben Carlos Daniel Elif Farid Grace Hugo Imran Jonas Kofi Liam " +
  "Mateo Nadia Oscar Priya Quentin Rosa Samir Theo Umar Victor Wren Yusuf"
).split(" ");

const MINUTE = 60_000;
/** How busy a weekday is, Sunday first. */
const BUSY = [0.9, 0.75, 0.7, 0.85, 0.95, 1.1, 1.2];
/** How many come in each half hour of an average day: most around noon, and again after work. */
const CROWD = [4, 5, 6, 8, 11, 12, 10, 8, 5, 4, 5, 7, 9, 9, 6, 3];
const CROWDS = CROWD.reduce((sum, people) => sum + people, 0);

/** Open every day but Sunday. On a Sunday it is open and Monday is closed, so that a visitor always finds it open. */
export function demoHours(today: number): OperatingHours {
  const open = { start: "09:00", end: "20:00" };
  const week = { "1": open, "2": open, "3": open, "4": open, "5": open };
  const days = { "0": open, ...week, "6": open };
  return { ...days, [today === 0 ? "1" : "0"]: null };
}

/** A name for the `index`th customer; some have none. */
export function demoName(index: number): string | null {
  return index % 7 === 5 ? null : (NAMES[index % NAMES.length] ?? null);
}

/** The visits of one day to one queue, within eight hours of `opensAt`, ms. @param weekday 0 is Sunday */
export function pastVisits(
  opensAt: number,
  queue: { serviceMinutes: number; visits: number },
  weekday: number,
  seed: number,
): PastVisit[] {
  const chance = randomFrom(seed);
  const visits: PastVisit[] = [];
  const people = Math.round(queue.visits * (BUSY[weekday] ?? 1));
  let free = opensAt;
  for (let i = 0; i < people; i += 1) {
    const share = (i + chance()) / people;
    const joinedAt = Math.round(opensAt + minuteOf(share) * MINUTE);
    const calledAt = Math.round(
      Math.max(free, joinedAt) + (0.5 + chance()) * MINUTE,
    );
    const servingAt = calledAt + Math.round((0.3 + chance()) * MINUTE);
    const service = queue.serviceMinutes * (0.7 + 0.6 * chance()) * MINUTE;
    const dice = chance();
    const patience = calledAt - joinedAt > 40 * MINUTE ? 0.1 : 0.02;
    const outcome =
      dice < 0.05 ? "noShow" : dice < 0.05 + patience ? "left" : "served";
    const endedAt =
      outcome === "served"
        ? servingAt + Math.round(service)
        : calledAt + 3 * MINUTE;
    free = outcome === "left" ? free : endedAt;
    const name = demoName(Math.floor(chance() * 1000));
    const rating =
      outcome === "served" ? ratingOf(chance(), calledAt - joinedAt) : null;
    visits.push({
      ...{ name, joinedAt, calledAt, servingAt, endedAt },
      ...{ outcome, rating },
    });
  }
  return visits;
}

/** How many customers saw a wait and went away, per customer who stayed. */
export function vainLooks(told: number | null, seed: number): number {
  const chance = randomFrom(seed);
  const most = told === null ? 0.1 : Math.max(0.08, (told - 10) / 30);
  return Math.floor(most + chance());
}

function minuteOf(share: number): number {
  let before = 0;
  for (const [half, people] of CROWD.entries()) {
    const upTo = before + people / CROWDS;
    if (share < upTo) return 30 * (half + (share - before) / (upTo - before));
    before = upTo;
  }
  return 30 * CROWD.length;
}

function ratingOf(dice: number, waitedMs: number): Rating | null {
  if (dice > 0.55) return null;
  const unhappy = waitedMs > 40 * MINUTE ? 0.12 : 0.02;
  if (dice < unhappy) return "notGood";
  return dice < unhappy + 0.1 ? "ok" : "great";
}

/** Numbers in [0, 1) from a seed (mulberry32): the demo looks the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
