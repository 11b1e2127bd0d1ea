/** The bookable times of a queue and who has them. The rules are rules/slots.ts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { HORIZON_MS, isBusy } from "../../calendar/rules/busy";
import { must, refuse } from "../../base/rules/errors";
import { hoursOn } from "../../business/rules/hours";
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
import { dayKey } from "../../base/rules/timezones";
import { busyAround } from "../../calendar/data/busy";
import { slotHolders } from "../../queue/data/tickets";

type Reader = Pick<QueryCtx, "db">;

/** A booking keeps its length when the owner changes it, so any length may be there. */
const LONGEST_MS = MAX_SLOT_MINUTES * 60_000;
/** Of one day: a slot every five minutes in each of twenty chairs. */
const MOST_A_DAY = 6_000;

/** A time that may be booked, and what else is booked on its day. */
export type ChosenSlot = {
  slot: Span;
  /** Slots of the day times chairs. */
  places: number;
  /** Tickets of others that begin on this day. */
  others: Doc<"tickets">[];
};

/** The slots of one day of a queue, as free as they are. @param day 'YYYY-MM-DD' */
export async function slotsOn(
  ctx: Reader,
  line: Doc<"lines">,
  business: Doc<"businesses">,
  day: string,
): Promise<Slot[]> {
  const of = await dayOf(ctx, line, business, day);
  const times = slotTimes(of);
  const holders = await holdersOf(ctx, line, business, times);
  const taken = holders.map(spanOf);
  const busy = await busyOn(ctx, business, times);
  return slotsOfDay({ ...of, taken, busy, capacity: line.chairs });
}

/**
 * The slot that begins then, if it can still be booked.
 * @param own the ticket that moves: its own time is no obstacle
 */
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
  // Also for what is no time at all; the calendar below reads times only.
  if (!(startsAt <= now + HORIZON_MS)) return refuse("slotNotBookable");
  if (startsAt < now + LEAD_MS) return refuse("slotTaken");
  const day = dayKey(startsAt, business.timezone);
  const times = slotTimes(await dayOf(ctx, line, business, day));
  if (!times.includes(startsAt)) return refuse("slotNotBookable");
  const slot = slotAt(startsAt, business.slotMinutes);
  if (isBusy(await busyOn(ctx, business, [startsAt]), slot)) {
    return refuse("slotTaken");
  }
  const holders = await holdersOf(ctx, line, business, times);
  const others = holders.filter(({ _id }) => _id !== own);
  if (mostAtOnce(others.map(spanOf), slot) >= line.chairs) {
    return refuse("slotTaken");
  }
  const [opens = startsAt] = times;
  return {
    ok: true,
    slot,
    places: times.length * line.chairs,
    others: others.filter((ticket) => spanOf(ticket).start >= opens),
  };
}

/**
 * Whether these bookings still have their chairs, beside all others: an undo brings nobody into another's time.
 * @param own whose they are: what these tickets keep now is given up
 */
export async function haveRoom(
  ctx: Reader,
  line: Doc<"lines">,
  slots: readonly Span[],
  own: ReadonlySet<Id<"tickets">>,
): Promise<boolean> {
  for (const slot of slots) {
    const from = { start: slot.start - LONGEST_MS, end: slot.end };
    const holders = await slotHolders(ctx, line, from, MOST_A_DAY);
    const others = holders.filter(({ _id }) => !own.has(_id));
    const all = [...others.map(spanOf), ...slots];
    if (mostAtOnce(all, slot) > line.chairs) return false;
  }
  return true;
}

/** A queue that takes no bookings is closed to them on each day (product.md B12). */
async function dayOf(
  ctx: Reader,
  { queueId }: Doc<"lines">,
  business: Doc<"businesses">,
  day: string,
) {
  const { slotMinutes, timezone } = business;
  const queue = await ctx.db.get("queues", queueId);
  const isOpen = queue?.takesBookings ?? true;
  const hours = isOpen ? hoursOn(business, day) : null;
  return { day, hours, slotMinutes, timezone };
}

/** When the owner is busy elsewhere, as far as these times reach (product.md K4). */
async function busyOn(
  ctx: Reader,
  { _id, slotMinutes }: Doc<"businesses">,
  times: readonly number[],
): Promise<Span[]> {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return [];
  const { end } = slotAt(last, slotMinutes);
  return await busyAround(ctx, _id, { start: first, end });
}

async function holdersOf(
  ctx: Reader,
  line: Doc<"lines">,
  { slotMinutes }: Doc<"businesses">,
  times: readonly number[],
): Promise<Doc<"tickets">[]> {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined) return [];
  const { end } = slotAt(last, slotMinutes);
  const span = { start: first - LONGEST_MS, end };
  return await slotHolders(ctx, line, span, MOST_A_DAY);
}

function spanOf({ state }: Doc<"tickets">): Span {
  return must(state.slot, "slot of a ticket found by it");
}
