/** How long a session of the portal lasts, and what its holder is told of it (product.md O10). */
import { v } from "convex/values";

/** From the last time that the password was given. */
export const ADMIN_SESSION_MS = 60 * 60_000;
/** So long after the password nothing asks for it again. */
export const CONFIRMED_MS = 5 * 60_000;

/** What the screens know of it. */
export const adminSessionAnswer = v.object({
  /** When it is over, ms. */
  until: v.number(),
  /** Until then what destroys needs no password, ms. */
  confirmedUntil: v.number(),
  /** Nothing else answers before a second factor is set up. */
  needsSecondFactor: v.boolean(),
});
