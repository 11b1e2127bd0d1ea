/** The bookable times of a queue and their holders (rules/slots.ts). */
import type { Doc, Id } from "../../_generated/dataModel";
import { HORIZON_MS, isBusy } from "../../calendar/rules/busy";
import { must, refuse } from "../../base/rules/errors";
import { hoursOn } from "../../business/rules/hours";
import { businessDay } from "../../business/rules/opening";
import { MAX_SLOT_MINUTES } from "../../business/rules/profile";
import type { Refused } from "../../base/rules/refusals";
import {
  LEAD_MS,
  mostAtOnce,
  slotAt,
  slotsOfDay,
  slotTimes,
  type Slot,
} from "../rules/slots";
import type { Span } from "../../base/rules/span";
import { busyAround } from "../../calendar/data/busy";
import { slotHolders } from "../../queue/data/tickets";
import type { Reader } from "../../base/data/rowBy";

/** Bookings keep their length when the owner changes the slot length, so any length can occur. */
const LONGEST_MS = MAX_SLOT_MINUTES * 60_000;
/** Tickets of one day: a slot every five minutes for each of twenty chairs. */
const MAX_A_DAY = 6_000;

/** A time that can be booked, and the other bookings of its day. */
export type ChosenSlot = {
  slot: Span;
  /** Slots of the day times chairs. */
  places: number;
  others: Doc<"tickets">[];
};

/** The slots of one business day of a queue, free or not. @param day 'YYYY-MM-DD' */
export async function slotsOn(
  ctx: Reader,
  line: Doc<"lines">,
  business: Doc<"businesses">,
  day: string,
): Promise<Slot[]> {
  const of = await dayOf(ctx, line, business, day);
  const times = slotTimes(of);
  const taken = (await holdersOf(ctx, line, business, times)).map(spanOf);
  const busy = await busyOn(ctx, business, times);
  return slotsOfDay({ ...of, taken, busy, capacity: placesIn(line) });
}

/** Returns the slot that begins then, if it can be booked. @param own the ticket that moves, which does not block it */
export async function chooseSlot(
  ctx: Reader,
  line: Doc<"lines">,
  business: Doc<"businesses">,
  startsAt: number,
  now: number,
  own: Id<"tickets"> | null = null,
): Promise<
  ({ ok: true } & ChosenSlot) | Refused<"slotTaken" | "slotNotBookable">
> {
  // Written this way to refuse NaN too; the code below needs a valid time.
  if (!(startsAt <= now + HORIZON_MS)) return refuse("slotNotBookable");
  if (startsAt < now + LEAD_MS) return refuse("slotTaken");
  const day = businessDay(business, startsAt);
  const times = slotTimes(await dayOf(ctx, line, business, day));
  if (!times.includes(startsAt)) return refuse("slotNotBookable");
  const slot = slotAt(startsAt, business.slotMinutes);
  if (isBusy(await busyOn(ctx, business, [startsAt]), slot))
    return refuse("slotTaken");
  const holders = await holdersOf(ctx, line, business, times);
  const others = holders.filter(({ _id }) => _id !== own);
  if (mostAtOnce(others.map(spanOf), slot) >= placesIn(line))
    return refuse("slotTaken");
  const [opens = startsAt] = times;
  return {
    ok: true,
    slot,
    places: times.length * placesIn(line),
    others: others.filter((ticket) => spanOf(ticket).start >= opens),
  };
}

/** Whether these bookings fit beside all others. @param own the tickets themselves, whose current slots are given up */
export async function haveRoom(
  ctx: Reader,
  line: Doc<"lines">,
  slots: readonly Span[],
  own: ReadonlySet<Id<"tickets">>,
): Promise<boolean> {
  for (const slot of slots) {
    const from = { start: slot.start - LONGEST_MS, end: slot.end };
    const holders = await slotHolders(ctx, line, from, MAX_A_DAY);
    const others = holders.filter(({ _id }) => !own.has(_id));
    const all = [...others.map(spanOf), ...slots];
    if (mostAtOnce(all, slot) > placesIn(line)) return false;
  }
  return true;
}

/** How many may be booked at once: a chair's break takes no time of tomorrow away. */
function placesIn({ places, chairs }: Doc<"lines">): number {
  return places ?? chairs;
}

/** A queue that takes no bookings, or is no chair's home, counts as closed on each day (product.md B12). */
async function dayOf(
  ctx: Reader,
  { queueId, places }: Doc<"lines">,
  business: Doc<"businesses">,
  day: string,
) {
  const { slotMinutes, timezone } = business;
  const isOpen = (await ctx.db.get("queues", queueId))?.takesBookings ?? true;
  const hours = isOpen && places !== 0 ? hoursOn(business, day) : null;
  return { day, hours, slotMinutes, timezone };
}

/** product.md K4. */
async function busyOn(
  ctx: Reader,
  business: Doc<"businesses">,
  times: readonly number[],
): Promise<Span[]> {
  const span = spanOfTimes(times, business);
  return span === null ? [] : await busyAround(ctx, business._id, span);
}

async function holdersOf(
  ctx: Reader,
  line: Doc<"lines">,
  business: Doc<"businesses">,
  times: readonly number[],
): Promise<Doc<"tickets">[]> {
  const span = spanOfTimes(times, business);
  if (span === null) return [];
  const from = { ...span, start: span.start - LONGEST_MS };
  return await slotHolders(ctx, line, from, MAX_A_DAY);
}

/** Of the slots that begin then; null for none. */
function spanOfTimes(
  times: readonly number[],
  { slotMinutes }: Doc<"businesses">,
): Span | null {
  const [start, last] = [times[0], times.at(-1)];
  if (start === undefined || last === undefined) return null;
  return { start, end: slotAt(last, slotMinutes).end };
}

function spanOf({ state }: Doc<"tickets">): Span {
  return must(state.slot, "slot of a ticket found by it");
}
