/** The token of an HTTP request. */
import type { Auth } from "convex/server";

/** Whether the request has an invalid or expired token, with which every call would fail with the host's error. */
export async function isTokenBad({ auth }: { auth: Auth }): Promise<boolean> {
  try {
    await auth.getUserIdentity();
    return false;
  } catch {
    return true;
  }
}
