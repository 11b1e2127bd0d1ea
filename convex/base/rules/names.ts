/** Cleans short texts that users type and others read. Does not escape: screens show text as text. */

/** Longest customer or business name, in visible characters. */
export const MAX_NAME = 80;
export const MAX_QUEUE_NAME = 60;
export const MAX_DESCRIPTION = 500;
/** Longest note of staff about a customer. */
export const MAX_NOTE = 200;

// Controls, zero-width characters and direction marks can hide or reorder other users' text.
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- removing control characters is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
// Of these, joiners stay where a script or an emoji uses them.
const JOINER = /[\u200c\u200d]/;
const JOINING_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
const EMOJI = /\p{Extended_Pictographic}/u;
// Letters and symbols that show nothing: fillers, the empty Braille pattern.
const BLANK = /\u034f|\u17b4|\u17b5|[\u115f\u1160\u2800\u3164\uffa0]/gu;
const SEEN = /[^\p{M}\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u;

/** One line of clean text, cut at `max` characters (not inside an emoji). Blank becomes null. */
export function cleanText(
  text: string | null | undefined,
  max: number = MAX_NAME,
): string | null {
  // Replace line breaks by spaces, so that words do not join.
  const line = visible(wellFormed(text, max).replace(LINE_BREAK, " "));
  return line === "" ? null : cut(line, max);
}

/** The same for several lines. Keeps line breaks, but at most one empty line in a row. */
export function cleanLines(text: string | null | undefined, max: number) {
  const lines = wellFormed(text, max).split(LINE_BREAK).map(visible);
  const joined = lines.join("\n");
  const clean = joined.replace(/\n{3,}/g, "\n\n").trim();
  return clean === "" ? null : cut(clean, max);
}

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;

function wellFormed(text: string | null | undefined, max: number): string {
  return beginOf(text ?? "", max)
    .toWellFormed()
    .normalize("NFC");
}

/** As much of a text as is read for `max` characters: a caller may send megabytes, and cleaning them takes seconds. */
export function beginOf(text: string, max: number): string {
  return text.slice(0, max * 20);
}

function visible(text: string): string {
  const shown = withUsedJoiners(
    text.replace(/\t/g, " ").replace(BLANK, " ").replace(INVISIBLE, ""),
  );
  return SEEN.test(shown) ? shown.replace(/\s+/gu, " ").trim() : "";
}

function withUsedJoiners(text: string): string {
  if (!JOINER.test(text)) return text;
  const chars = [...text];
  const isUsed = (char: string, index: number) => {
    const [before = "", after = ""] = [chars[index - 1], chars[index + 1]];
    if (JOINING_LETTER.test(before)) return true;
    return char === "\u200d" && EMOJI_BEFORE.test(before) && EMOJI.test(after);
  };
  return chars
    .filter((char, index) => !JOINER.test(char) || isUsed(char, index))
    .join("");
}

/** Text in which each code unit is one visible character: combining marks begin at U+0300. */
const PLAIN = /^[\n\x20-\u02ff]*$/;

function cut(text: string, max: number): string {
  // Fits nearly every name. Making a segmenter costs as much as several reads.
  if (PLAIN.test(text)) return text.slice(0, max).trim();
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
  let kept = "";
  let count = 0;
  for (const { segment } of segments.segment(text)) {
    if (count === max) break;
    // A pile of combining marks is one "character" of unlimited length.
    kept += segment.slice(0, 32).toWellFormed();
    count += 1;
  }
  return kept.trim();
}
