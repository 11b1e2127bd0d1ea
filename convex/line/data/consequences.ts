/**
 * What follows from every change of a ticket, in the change's own transaction:
 * one line for each thing that follows. Called wherever a ticket is made or a
 * state is written, whatever the cause, undo too. What a line needs to know
 * stands in the change; for a ticket that it does not care about it reads and
 * writes nothing. Not the line, the sums and the log: those are moves.ts.
 */
import type { MutationCtx } from "../../_generated/server";
import { setAlarms } from "./alarms";
import { followAlerts } from "../../messages/data/alerts";
import { keepTarget } from "../../messages/data/alertTargets";
import { bookingMails } from "./bookingMails";
import { countChange } from "./bookingRevisions";
import { noteBooking } from "../../calendar/data/outbox";
import type { Change } from "../../queue/data/change";
import { noteNotServed } from "./notServed";
import { followEnd } from "../../messages/data/pushSubscriptions";
import { withdrawPush } from "../../messages/data/pushWithdrawals";
import { setReminder } from "../../messages/data/reminders";

/** Does all that follows. Deleting a ticket as if it had never been is desk/data/testTickets.ts. */
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
