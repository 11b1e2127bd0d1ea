/** An address passed between forms, in the history state and not in the page's address, where logs would see it. */

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
