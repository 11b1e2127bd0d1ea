/** A queue as newcomers see it. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type OpenQueue = FunctionReturnType<
  typeof api.queues.publicList
>[number];
