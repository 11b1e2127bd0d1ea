/** What the screens of support know of a matter and its messages, of either side. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** As its owner sees it. */
export type OwnThread = FunctionReturnType<typeof api.support.owner.thread>;
/** As admins see it. */
export type Thread = FunctionReturnType<typeof api.support.admin.thread>;

/** One message as it is drawn. */
export type Shown = {
  messageId: string;
  at: number;
  text: string;
  /** Whether the reader's own side has written it. */
  isMine: boolean;
  from: string;
};
