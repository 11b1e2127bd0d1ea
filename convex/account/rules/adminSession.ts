/** How long a portal session lasts, and what the screens know of it (product.md O10). */
import { v } from "convex/values";

/** Counted from the last time the password was given. */
export const ADMIN_SESSION_MS = 60 * 60_000;
/** After the password, no prompt asks for it again for this long. */
export const CONFIRMED_MS = 5 * 60_000;

/** What the screens know of a session. Times in ms. */
export const adminSessionAnswer = v.object({
  until: v.number(),
  /** Until when destructive actions need no password. */
  confirmedUntil: v.number(),
  /** Until a second factor is set up, nothing else answers. */
  needsSecondFactor: v.boolean(),
});
