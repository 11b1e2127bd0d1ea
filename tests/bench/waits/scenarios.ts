/** The shops that the estimator is tested on. Chosen before it was tuned, and the same for its rivals. */
import type { History } from "./day.ts";
import { simulate, type Shop } from "./world.ts";

const SHOPS: readonly Shop[] = [
  { name: "one chair", chairs: 1 },
  { name: "two chairs", chairs: 2 },
  { name: "three chairs", chairs: 3 },
  { name: "walk-ins with bookings", chairs: 2, booked: 0.35 },
  { name: "a break", chairs: 1, closesForLunch: true },
  { name: "a rush", chairs: 2, rush: 8, load: 0.65 },
  {
    name: "chairs change",
    chairs: 1,
    shifts: [
      { hour: 10, chairs: 2 },
      { hour: 12, chairs: 3 },
      { hour: 16, chairs: 1 },
    ],
  },
];

/** Every shop once with this seed. The last half of the weeks counts. */
export const histories = (seed: number, weeks: number): History[] =>
  SHOPS.map((shop) => simulate(shop, seed, weeks, weeks / 2));
