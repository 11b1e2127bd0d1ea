/** Businesses, queues and people as the directory gives them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Listed = FunctionReturnType<
  typeof api.admin.directory.search
>["page"][number];
export type Business = NonNullable<
  FunctionReturnType<typeof api.admin.directory.business>
>;
export type Totals = FunctionReturnType<typeof api.admin.directory.totals>;
export type Queues = NonNullable<
  FunctionReturnType<typeof api.admin.directory.queues>
>;
/** The business of a list. */
export type ListedShop = Omit<Queues["business"], "plan">;
export type Queue = Queues["queues"][number];
export type Participant = FunctionReturnType<
  typeof api.admin.directory.participants
>["page"][number];
export type Sort = "newest" | "oldest" | "name";

export type RowActions = {
  viewQueues: (business: Listed) => void;
  upgrade: (business: Listed) => void;
  remove: (business: Listed) => void;
};
