/** Numbers as people type and copy them. */
import { withoutHidden } from "./hidden";

/** Of Arabic, Persian and full-width keyboards. The last four bits of each are its value. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** '٠٧' is '07'. */
export function plainDigits(text: string): string {
  return text.replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** A code or PIN without separators: '1234-5678' is '12345678'. */
export function typedCode(text: string): string {
  return plainDigits(withoutHidden(text)).replace(/[\s-]/g, "");
}
