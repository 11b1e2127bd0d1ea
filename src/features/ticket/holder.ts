/** Who has a ticket open, and what they can change: the phone that joined, with the secret, or the reader of a booking's mail. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";

export type Holder = { secret: string } | { token: string };

export function useLeave(holder: Holder) {
  const leave = useMutation(api.line.tickets.leave);
  const cancel = useMutation(api.booking.mailed.cancel);
  return async () =>
    "secret" in holder ? await leave(holder) : await cancel(holder);
}

export function useMoveBooking(holder: Holder) {
  const move = useMutation(api.booking.bookings.move);
  const moveByMail = useMutation(api.booking.mailed.move);
  return async (startsAt: number) =>
    "secret" in holder
      ? await move({ ...holder, startsAt })
      : await moveByMail({ ...holder, startsAt });
}
