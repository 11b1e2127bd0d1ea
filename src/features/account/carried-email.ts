/**
 * An address on its way from one form of the account area to the next. It
 * travels in the browser's history, never in the page's address, where logs
 * and other sites would see it.
 */

/** What a step of the history holds. */
export type Carried = {
  email: string;
  /** A code is on its way: /forgot-password asks for it and not for the address. */
  asked?: true;
};

/** Reads what `Carried` wrote; anything else is nothing. */
export function carriedOf(state: unknown): Carried | null {
  if (typeof state !== "object" || state === null) return null;
  if (!("email" in state) || typeof state.email !== "string") return null;
  const { email } = state;
  return "asked" in state && state.asked === true
    ? { email, asked: true }
    : { email };
}
