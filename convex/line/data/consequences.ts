/** Everything that follows from a change of a ticket, undo included, in the same transaction. */
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

/** Each step reads and writes nothing for tickets that do not concern it. */
export async function followChange(ctx: MutationCtx, change: Change) {
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
