/** Owners' Google calendars: finding the row and noting its health. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { rowBy, type Reader } from "../../base/data/rowBy";

/** A business's calendar; null if none is connected. */
export const connectionOf = rowBy("calendarConnections", "businessId");

/** The same, if Google accepts our token as far as we know. */
export async function openConnectionOf(
  ctx: Reader,
  businessId: Id<"businesses">,
): Promise<Doc<"calendarConnections"> | null> {
  const row = await connectionOf(ctx, businessId);
  return row === null || row.isExpired ? null : row;
}

/** Notes the connection's health; writes only changes. */
export async function noteHealth(
  ctx: MutationCtx,
  row: Doc<"calendarConnections">,
  health: Partial<Pick<Doc<"calendarConnections">, "isExpired" | "trouble">>,
): Promise<void> {
  const isNew = Object.entries(health).some(
    ([field, value]) => row[field as keyof typeof health] !== value,
  );
  if (isNew) await ctx.db.patch("calendarConnections", row._id, health);
}
