/** The types of the SMS panel. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Panel = FunctionReturnType<typeof api.messages.sms.panel>;
export type SentText = FunctionReturnType<
  typeof api.messages.sms.recent
>[number];
