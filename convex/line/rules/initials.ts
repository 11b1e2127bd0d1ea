/** A person's name on a public screen: initials only. */

const MAX_INITIALS = 2;

/** "T. P." for "Theodora Papadopoulou"; null for a name without a letter or digit. */
export function initialsOf(name: string): string | null {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
  if (words.length === 0) return null;
  return words
    .slice(0, MAX_INITIALS)
    .map((word) => `${([...word][0] ?? "").toLocaleUpperCase("en")}.`)
    .join(" ");
}
