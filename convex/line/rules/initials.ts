/** A person's name where everybody can read it: the letters that it begins with, and nothing else. */

const MOST = 2;

/** "T. P." of "Theodora Papadopoulou"; null where a name has no letter or digit. */
export function initialsOf(name: string): string | null {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
  if (words.length === 0) return null;
  return words
    .slice(0, MOST)
    .map((word) => `${([...word][0] ?? "").toLocaleUpperCase("en")}.`)
    .join(" ");
}
