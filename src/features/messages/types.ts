/** The types of the SMS panel. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Panel = FunctionReturnType<typeof api.messages.sms.panel>;
export type SentText = FunctionReturnType<
  typeof api.messages.sms.recent
>[number];

export function leftOf({ isCounted, quota, used }: Panel): number | null {
  return isCounted ? Math.max(0, quota - used) : null;
}
