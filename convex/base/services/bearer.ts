/** The token that a request to a route brings. Whose it is, and what they may do, is account/data/access.ts. */
import type { Auth } from "convex/server";

/** Whether it brings one that is none of ours, or none any more: then every function that it would call fails, in the host's own words. */
export async function isTokenBad({ auth }: { auth: Auth }): Promise<boolean> {
  try {
    await auth.getUserIdentity();
    return false;
  } catch {
    return true;
  }
}
