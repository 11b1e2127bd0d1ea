/** Second-factor codes as users type them, and the proof that a right code leaves (product.md O12). */
import { v, type Infer } from "convex/values";
import { typedCode } from "../../base/rules/digits";

/** Crockford's base 32: without letters that look like others or like digits. */
export const RECOVERY_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
export const RECOVERY_LENGTH = 16;

/** A right code, to be used up later: the time step of an app's code, or a recovery code's hash. */
export const proofValidator = v.union(
  v.object({ step: v.number() }),
  v.object({ recoveryHash: v.string() }),
);
export type Proof = Infer<typeof proofValidator>;

/** Attempts after a lost password count on this, because no browser is known (data/attempts). */
export const STRANGERS = { network: "" };

/** Parses typed text: six digits, or a normalized recovery code; null for anything else. */
export function readCode(
  typed: string,
): { digits: string } | { recovery: string } | null {
  const text = typedCode(typed).toLowerCase();
  if (/^\d{6}$/.test(text)) return { digits: text };
  const plain = text.replace(/[il]/g, "1").replaceAll("o", "0");
  const isRecovery =
    plain.length === RECOVERY_LENGTH &&
    [...plain].every((letter) => RECOVERY_LETTERS.includes(letter));
  return isRecovery ? { recovery: plain } : null;
}
