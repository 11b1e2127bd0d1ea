/** The shop's shared tablets (product.md R8 to R10). */
import { typedCode } from "../../base/rules/digits";

export const MAX_TABLETS = 5;
/** A person is off a tablet this long after its last sign of life. */
export const STAY_MS = 10 * 60_000;
/** A sign of life within this time of the last one changes nothing. */
export const STAY_STEP_MS = 60_000;
export const PAIRING_MS = 10 * 60_000;

/** Crockford's alphabet: no letter looks like another character. */
export const CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 40 bits, for ten minutes. */
export const CODE_LENGTH = 8;

/** A typed pairing code as it was made: 'abcd-efgo' is 'ABCDEFG0'. */
export function readCode(typed: string): string {
  return typedCode(typed)
    .toUpperCase()
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
}

/** The code as it is shown: 'ABCD-EFG0'. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** A typed PIN; null for anything else. */
export function readPin(typed: string): string | null {
  const pin = typedCode(typed);
  return /^\d{4,6}$/.test(pin) ? pin : null;
}
