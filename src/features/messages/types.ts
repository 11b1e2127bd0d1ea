/** The types of the SMS panel. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** Quota, credentials and templates of the business. */
export type Panel = FunctionReturnType<typeof api.messages.sms.panel>;
/** A text that was sent, or is about to be. */
export type SentText = FunctionReturnType<
  typeof api.messages.sms.recent
>[number];

/** How many texts of this month are left; null while they are not counted. */
export function leftOf({ own, quota, used }: Panel): number | null {
  return own === null ? Math.max(0, quota - used) : null;
}
