/** 'Scheduled Appointments': bookings ahead by day, for the counter. 'Call Now' and cancelling are the desk's; booking is bookings.ts. */
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

/** Who is booked on one day of the business's calendar, in one queue or in all of them for null. @throws invalidInput for a day that is none */
export const ofDay = counterQuery({
  args,
  returns: v.array(appointmentRow),
  handler: async (ctx, { queueId, day }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return await appointmentsOf(ctx, queue, ensureDay(day));
  },
});

/** The days with bookings from this one on, with how many. @throws invalidInput for a day that is none */
export const days = counterQuery({
  args,
  returns: v.array(bookedDay),
  handler: async (ctx, { queueId, day }) => {
    const queue = queueId === null ? null : await ensureOwnQueue(ctx, queueId);
    return await bookedDays(ctx, queue, ensureDay(day));
  },
});

/** Moves a booking to another free time of its queue; can be undone. */
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
