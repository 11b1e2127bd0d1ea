/** All tickets of a business, newest first: bookings by booked time, others by creation. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { Reader } from "../../base/data/rowBy";

/** Its time, then when it was made; ms. */
export type Place = readonly [time: number, madeAt: number];
/** A place before every ticket: the latest possible time. */
export const START: Place = [8.64e15, 8.64e15];

export function placeOf(ticket: Doc<"tickets">): Place {
  const madeAt = ticket._creationTime;
  return [ticket.scheduledTime ?? madeAt, madeAt];
}

/** Up to `count` tickets behind a place. Fewer means there are no more. */
export async function newestBefore(
  ctx: Reader,
  businessId: Id<"businesses">,
  [time, madeAt]: Place,
  count: number,
): Promise<Doc<"tickets">[]> {
  const bookedAs = (scheduledTime: number | null, before: number) =>
    ctx.db
      .query("tickets")
      .withIndex("by_booked_time", (q) =>
        q
          .eq("businessId", businessId)
          .eq("scheduledTime", scheduledTime)
          .lt("_creationTime", before),
      )
      .order("desc")
      .take(count);
  const earlier = ctx.db
    .query("tickets")
    .withIndex("by_booked_time", (q) =>
      q
        .eq("businessId", businessId)
        .gt("scheduledTime", null)
        .lt("scheduledTime", time),
    )
    .order("desc")
    .take(count);
  const all = [
    ...(await bookedAs(null, time)),
    ...(await bookedAs(time, madeAt)),
    ...(await earlier),
  ];
  const compare = (a: Doc<"tickets">, b: Doc<"tickets">) => {
    const [one, other] = [placeOf(a), placeOf(b)];
    return other[0] - one[0] || other[1] - one[1];
  };
  return all.sort(compare).slice(0, count);
}
