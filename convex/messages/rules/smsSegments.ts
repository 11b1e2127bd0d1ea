/** How many segments a text needs, which is what carriers charge for. GSM 03.38 and UCS-2, as in 3GPP TS 23.038. */

/** The default alphabet: seven bits each. */
const GSM7 = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension: an escape before each, so fourteen bits. */
const EXTENDED = new Set("\f^{}\\[~]|€");

/** Units in a text of one segment, and in each segment of a longer one, which begins with a header. */
const ROOM = {
  gsm7: { alone: 160, joined: 153 },
  ucs2: { alone: 70, joined: 67 },
} as const;

export type Segments = {
  /** One character outside the alphabet makes the whole text `ucs2`. */
  encoding: keyof typeof ROOM;
  /** Septets, or UTF-16 units. */
  units: number;
  /** 0 for no text. */
  segments: number;
};

/** Counts as Twilio does. A character is never split, so a segment may have room left. */
export function segmentsOf(text: string): Segments {
  const chars = [...text];
  const isGsm = chars.every((char) => GSM7.has(char) || EXTENDED.has(char));
  const encoding = isGsm ? "gsm7" : "ucs2";
  const sizes = chars.map((char) =>
    isGsm ? (EXTENDED.has(char) ? 2 : 1) : char.length,
  );
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { alone, joined } = ROOM[encoding];
  if (units <= alone) return { encoding, units, segments: Number(units > 0) };
  let segments = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > joined) {
      segments += 1;
      filled = 0;
    }
    filled += size;
  }
  return { encoding, units, segments };
}
