/** Changing a part of what an owner sets: the rest is sent as it is, as the form does. Holds no assertions. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import type { Settings } from "../../../convex/business/rules/settings.ts";
import type { Caller } from "../open-app.ts";

export async function save(
  owner: Caller,
  changes: Partial<Settings>,
): Promise<FunctionReturnType<typeof api.profile.businesses.saveProfile>> {
  const { settings } = await owner.query(api.profile.businesses.profile, {});
  return await owner.mutation(api.profile.businesses.saveProfile, {
    ...settings,
    ...changes,
  });
}
