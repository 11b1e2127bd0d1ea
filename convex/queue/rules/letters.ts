/** The letters of a shop's queues (product.md Q6). */

/** Without I, O and Q, which look like 1 and 0. */
const ALPHABET = [..."ABCDEFGHJKLMNPRSTUVWXYZ"];
/** For shops with more queues than that. */
const PAIRS = ALPHABET.flatMap((one) => ALPHABET.map((two) => one + two));

/** What a letter depends on. */
type Lettered = { readonly name: string; readonly letter: string | null };

/** Whether a shop with these queues gives each of them a letter. */
export function needsLetters(
  queues: readonly { readonly isActive: boolean }[],
): boolean {
  return queues.filter(({ isActive }) => isActive).length > 1;
}

/** One letter for each of a shop's queues, in their order. Existing ones stay. */
export function lettersOf(queues: readonly Lettered[]): string[] {
  const taken = new Set(queues.map(({ letter }) => letter));
  return queues.map(({ name, letter }) => {
    const given = letter ?? firstFree(name, taken);
    taken.add(given);
    return given;
  });
}

function firstFree(name: string, taken: ReadonlySet<string | null>): string {
  const own = [...plain(name)].filter((sign) => ALPHABET.includes(sign));
  const wanted = [...own, ...ALPHABET, ...PAIRS];
  const free = wanted.find((one) => !taken.has(one));
  // Guard untested: a plan has far fewer queues than there are pairs; the check is for the type.
  if (free === undefined) throw new Error("More queues than letters");
  return free;
}

/** With spaces and accents. Longer texts are not read: a caller may send megabytes. */
const MAX_TYPED = 20;

/** A typed letter as it is stored, such as 'H' for ' h'; null for anything but one or two of the alphabet. */
export function readLetter(typed: string): string | null {
  if (typed.length > MAX_TYPED) return null;
  const letter = plain(typed.trim());
  const isKnown = [...letter].every((sign) => ALPHABET.includes(sign));
  return isKnown && (letter.length === 1 || letter.length === 2)
    ? letter
    : null;
}

/** Upper case without accents: 'É' is an E. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
}
