/**
 * Codes of a second factor as people type them, and what is left of one that
 * was right. Whether it is right: services/totp.ts and data/secondFactors.ts
 * (product.md O12).
 */
import { v, type Infer } from "convex/values";

/** Crockford's base 32: no letter that is read as another, or as a digit. */
export const RECOVERY_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
export const RECOVERY_LENGTH = 16;

/** A code that was right, to be used up with what it is for: the time step of the app's, or a recovery code's hash. */
export const proofValidator = v.union(
  v.object({ step: v.number() }),
  v.object({ recoveryHash: v.string() }),
);
export type Proof = Infer<typeof proofValidator>;

/** On whom a try of somebody counts who has lost the password, as data/attempts has it: they are in no known browser. */
export const STRANGERS = { network: "" };

/** What somebody typed: six digits of an app, or a recovery code in its one form; null for anything else. */
export function readCode(
  typed: string,
): { digits: string } | { recovery: string } | null {
  const text = typed.slice(0, 40).replace(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(text)) return { digits: text };
  const plain = text.replace(/[il]/g, "1").replaceAll("o", "0");
  const isRecovery =
    plain.length === RECOVERY_LENGTH &&
    [...plain].every((letter) => RECOVERY_LETTERS.includes(letter));
  return isRecovery ? { recovery: plain } : null;
}
