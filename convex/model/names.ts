/**
 * Cleaning of short texts that people type and others read. Not escaping:
 * screens show text as text.
 */

/** Longest customer or business name, in characters as people count them. */
export const MAX_NAME = 80;
export const MAX_QUEUE_NAME = 60;
export const MAX_DESCRIPTION = 500;

// Controls, zero-width characters and direction marks can hide or reorder
// other people's text.
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- removing control characters is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
// A zero-width joiner belongs inside an emoji and nowhere else.
const LONE_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/**
 * One line of clean text: control, bidi and zero-width characters removed,
 * white space collapsed and trimmed, cut at `max` characters (not in the
 * middle of an emoji). Blank becomes null.
 */
export function cleanText(
  text: string | null | undefined,
  max: number = MAX_NAME,
): string | null {
  if (text === null || text === undefined) return null;
  // A line break separates words; removing it outright would join them.
  const line = text
    .slice(0, max * 20)
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, " ")
    .replace(INVISIBLE, "")
    .replace(LONE_JOINER, "")
    .replace(/\s+/gu, " ")
    .trim();
  if (line === "") return null;
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
  let cut = "";
  let count = 0;
  for (const { segment } of segments.segment(line)) {
    if (count === max) break;
    // A pile of combining marks is one "character" without bound in length.
    cut += segment.slice(0, 32).toWellFormed();
    count += 1;
  }
  return cut.trim();
}
