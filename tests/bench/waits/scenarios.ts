/** The shops that the estimator is tested on. Chosen before it was tuned, and the same for its rivals. */
import type { Happening, History } from "./day.ts";
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

/** Three chairs that serve two queues, each chair calling the first of both: one line, whose people are in two queues. */
const SHARED: Shop = { name: "two queues share three chairs", chairs: 3 };
/** Of the first queue. */
const SHARE = 0.4;

/** Every shop once with this seed. The last half of the weeks counts. */
export function histories(seed: number, weeks: number): History[] {
  const shared = simulate(SHARED, seed, weeks, weeks / 2);
  return [
    ...SHOPS.map((shop) => simulate(shop, seed, weeks, weeks / 2)),
    queueOf(shared, true),
    queueOf(shared, false),
  ];
}

/** What one of the two queues sees. */
function queueOf(history: History, isFirst: boolean): History {
  const isSeen = (one: Happening) =>
    !("ticket" in one) || share(one.ticket) < SHARE === isFirst;
  const days = history.days.map((day) => ({
    ...day,
    happenings: day.happenings.filter(isSeen),
  }));
  return { ...history, days };
}

/** Spreads ticket numbers evenly from 0 to 1. */
const share = (ticket: number) =>
  (Math.imul(ticket, 0x9e3779b1) >>> 0) / 2 ** 32;
