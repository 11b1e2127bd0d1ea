/** Upcoming bookings by day, for the desk. */
import { v } from "convex/values";
import {
  appointmentRow,
  appointmentsOf,
  bookedDay,
  bookedDays,
  moveAppointment,
  movedOrRefused,
} from "./data/appointments";
import { ensureOwnQueue } from "../queue/data/queues";
import { counterMutation, counterQuery } from "../functions";
import { appError } from "../base/rules/errors";
import { isDay } from "../base/rules/timezones";

const args = { queueId: v.nullable(v.string()), day: v.string() };

/**
 * The bookings of one business day, in one queue or in all for null. @throws invalidInput for an
 * invalid day
 */
export const ofDay = counterQuery({
  args,
  returns: v.array(appointmentRow),
  handler: async (ctx, { queueId, day }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return await appointmentsOf(ctx, queue, ensureDay(day));
  },
});

/** The days with bookings from this one on, with their numbers. @throws invalidInput for an invalid day */
export const days = counterQuery({
  args,
  returns: v.array(bookedDay),
  handler: async (ctx, { queueId, day }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return await bookedDays(ctx, queue, ensureDay(day));
  },
});

/** Moves a booking to another free time of its queue. Can be undone. */
export const move = counterMutation({
  args: { ticketId: v.string(), startsAt: v.number() },
  returns: movedOrRefused,
  handler: async (ctx, { ticketId, startsAt }) =>
    await moveAppointment(ctx, ticketId, startsAt, Date.now()),
});

function ensureDay(day: string): string {
  if (!isDay(day)) throw appError("invalidInput");
  return day;
}
