/** A person's name on a public screen: initials only. */

/** "T. P." for "Theodora Papadopoulou"; null for a name without a letter or digit. */
export function initialsOf(name: string): string | null {
  const letters = firstLetters(name);
  if (letters.length === 0) return null;
  return letters
    .map((letter) => `${letter.toLocaleUpperCase("en")}.`)
    .join(" ");
}

/** Of the first two words that have a letter or digit. */
export function firstLetters(name: string): string[] {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
  return words.slice(0, 2).map((word) => [...word][0] ?? "");
}
