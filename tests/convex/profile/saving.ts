/** Changes some of an owner's settings and sends the rest unchanged, as the form does. Holds no assertions. */
import { api } from "../../../convex/_generated/api.js";
import type { Settings } from "../../../convex/business/rules/settings.ts";
import type { Caller } from "../open-app.ts";

export async function save(owner: Caller, changes: Partial<Settings>) {
  const { settings } = await owner.query(api.profile.businesses.profile, {});
  return await owner.mutation(api.profile.businesses.saveProfile, {
    ...settings,
    ...changes,
  });
}
