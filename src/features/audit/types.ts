/** Entries of the audit log as the server gives them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Entry = FunctionReturnType<
  typeof api.admin.audit.search
>["page"][number];
