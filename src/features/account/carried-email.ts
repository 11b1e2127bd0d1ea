/**
 * An address passed between forms of the account area. It is in the history state, never in the page's address, where
 * logs and other sites would see it.
 */

/** The content of a history entry. */
export type Carried = {
  email: string;
  /** A code is on its way: /forgot-password asks for it instead of the address. */
  asked?: true;
};

/** Reads a stored `Carried`; null for anything else. */
export function carriedOf(state: unknown): Carried | null {
  if (typeof state !== "object" || state === null) return null;
  if (!("email" in state) || typeof state.email !== "string") return null;
  const { email } = state;
  return "asked" in state && state.asked === true
    ? { email, asked: true }
    : { email };
}
