/** Threads and messages, as either side sees them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** As its owner sees it. */
export type OwnThread = FunctionReturnType<typeof api.support.owner.thread>;
/** As admins see it. */
export type Thread = FunctionReturnType<typeof api.support.admin.thread>;

/** One message as rendered. */
export type Shown = {
  messageId: string;
  at: number;
  text: string;
  /** Whether the user's own side has written it. */
  isMine: boolean;
  from: string;
};
