/** Text in the plain Latin letters with which people type it. */

/** Letters that have no mark to take away. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th" },
  ı: "i",
};

/** Phones type the curly apostrophes and quotation marks. */
export const straightQuotes = (text: string): string =>
  text.replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"');

/** Lower case in every language, without marks: 'Zoë Łukasz Işık' is 'zoe lukasz isik'. */
export function plainLetters(text: string): string {
  return straightQuotes(text)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? "")
    .replace(/\p{M}/gu, "");
}
