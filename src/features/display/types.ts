/** The display's data, as the server gives it. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

type Board = NonNullable<FunctionReturnType<typeof api.line.display.board>>;

export type Call = Board["calls"][number];
export type BoardQueue = Board["queues"][number];

export type Shop = NonNullable<
  FunctionReturnType<typeof api.profile.businesses.publicProfile>
>;

/** The wait of a new customer in a queue. Not joinable while the shop is closed, the queue full or paused. */
export type Wait = { words: string; isJoinable: boolean };

/** null without an estimate, or if the queue is closed. */
export type WaitOf = (queue: BoardQueue) => Wait | null;
