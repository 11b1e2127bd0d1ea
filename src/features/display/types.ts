/** What the board shows, as the server gives it. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

type Board = NonNullable<FunctionReturnType<typeof api.line.display.board>>;

export type Call = Board["calls"][number];
export type BoardQueue = Board["queues"][number];

/** Whose board it is. */
export type Shop = NonNullable<
  FunctionReturnType<typeof api.profile.businesses.publicProfile>
>;

/** How long somebody who joins a queue now waits; not joinable while the shop is closed, the queue full or paused. */
export type Wait = { words: string; isJoinable: boolean };

/** Null where there is no basis for words, or the queue takes nobody. */
export type WaitOf = (queue: BoardQueue) => Wait | null;
