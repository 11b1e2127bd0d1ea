/**
 * What follows from every change of a ticket, in the change's own transaction:
 * one line for each thing that follows. Called wherever a ticket is made or a
 * state is written, whatever the cause, undo too. What a line needs to know
 * stands in the change; for a ticket that it does not care about it reads and
 * writes nothing. Not the line, the sums and the log: those are data/moves.ts.
 */
import type { MutationCtx } from "../_generated/server";
import { setAlarms } from "./alarms";
import { followAlerts } from "./alerts";
import { keepTarget } from "./alertTargets";
import { bookingMails } from "./bookingMails";
import { countChange } from "./bookingRevisions";
import { noteBooking } from "./calendarOutbox";
import type { Change } from "./change";
import { noteNotServed } from "./notServed";
import { followEnd } from "./pushSubscriptions";
import { withdrawPush } from "./pushWithdrawals";
import { setReminder } from "./reminders";

/** Does all that follows. Deleting a ticket as if it had never been is data/testTickets.ts. */
export async function followChange(
  ctx: MutationCtx,
  change: Change,
): Promise<void> {
  await setAlarms(ctx, change);
  await noteNotServed(ctx, change);
  await keepTarget(ctx, change);
  await followAlerts(ctx, change);
  await withdrawPush(ctx, change);
  await followEnd(ctx, change);
  await setReminder(ctx, change);
  await noteBooking(ctx, change);
  await countChange(ctx, change);
  await bookingMails(ctx, change);
}
