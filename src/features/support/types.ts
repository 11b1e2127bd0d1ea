/** Threads and messages, as either side sees them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type OwnThread = FunctionReturnType<typeof api.support.owner.thread>;
export type Thread = FunctionReturnType<typeof api.support.admin.thread>;

export type Shown = {
  messageId: string;
  at: number;
  text: string;
  isMine: boolean;
  from: string;
};
