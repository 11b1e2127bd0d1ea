/** The server's answer about an owner's calendar. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type CalendarStatus = FunctionReturnType<
  typeof api.calendar.connection.status
>;
