/**
 * A believable day in the demo barbershop: who came to one queue, when they
 * were called and how it ended. Pure and repeatable; the rows are made by
 * data/demoHistory.ts.
 */

/** One customer of the past, times in ms. */
export type PastVisit = {
  name: string | null;
  joinedAt: number;
  calledAt: number;
  servingAt: number;
  endedAt: number;
  outcome: "served" | "noShow" | "left";
};

/** The three queues of the demo shop. */
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
    description: "Under twelve, booster seat and patience",
    serviceMinutes: 18,
    visits: 9,
  },
] as const;

const NAMES = [
  "Amara",
  "Ben",
  "Carlos",
  "Daniel",
  "Elif",
  "Farid",
  "Grace",
  "Hugo",
  "Imran",
  "Jonas",
  "Kofi",
  "Liam",
  "Mateo",
  "Nadia",
  "Oscar",
  "Priya",
  "Quentin",
  "Rosa",
  "Samir",
  "Theo",
  "Umar",
  "Victor",
  "Wren",
  "Yusuf",
] as const;

const MINUTE = 60_000;

/** A name for the `index`th customer; now and then somebody gives none. */
export function demoName(index: number): string | null {
  return index % 7 === 5 ? null : (NAMES[index % NAMES.length] ?? null);
}

/**
 * The visits of one day to one queue, in order of joining.
 * @param opensAt ms; the shop is open for eight hours
 * @param seed different days and queues get different days
 */
export function pastVisits(
  opensAt: number,
  queue: { serviceMinutes: number; visits: number },
  seed: number,
): PastVisit[] {
  const chance = randomFrom(seed);
  const visits: PastVisit[] = [];
  const spacing = (7.5 * 60) / queue.visits;
  let free = opensAt;
  for (let i = 0; i < queue.visits; i += 1) {
    const joinedAt = Math.round(
      opensAt + (i * spacing + chance() * spacing) * MINUTE,
    );
    const calledAt = Math.round(
      Math.max(free, joinedAt) + (0.5 + chance()) * MINUTE,
    );
    const servingAt = calledAt + Math.round((0.3 + chance()) * MINUTE);
    const service = queue.serviceMinutes * (0.7 + 0.6 * chance()) * MINUTE;
    const dice = chance();
    const outcome = dice < 0.06 ? "noShow" : dice < 0.12 ? "left" : "served";
    const endedAt =
      outcome === "served"
        ? servingAt + Math.round(service)
        : calledAt + 3 * MINUTE;
    free = outcome === "left" ? free : endedAt;
    const name = demoName(Math.floor(chance() * 1000));
    visits.push({ name, joinedAt, calledAt, servingAt, endedAt, outcome });
  }
  return visits;
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
