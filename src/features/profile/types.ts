/** The owner's own profile as the server gives it. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type OwnProfile = FunctionReturnType<
  typeof api.profile.businesses.profile
>;
