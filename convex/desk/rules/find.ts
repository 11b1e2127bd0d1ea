/** Matches people by number, name or phone with typed text, on a screen or in a whole queue. product.md D19. */

const MOST_FOUND = 8;
/** Longer texts match no name. */
export const MOST_ASKED = 100;

export type Findable = {
  readonly number: number;
  readonly name: string | null;
  readonly phone: string | null;
};

/** Lower case without accents: "Zoë" is found by "zoe". */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

const digits = (text: string) => text.replace(/\D/g, "");

/** The matching people in their given order; an exact number match comes first. Empty for an empty text. */
export function findAmong<P extends Findable>(
  people: readonly P[],
  typed: string,
): P[] {
  if (typed.length > MOST_ASKED) return [];
  const asked = plain(typed.trim());
  const number = /^#?(\d+)$/.exec(asked)?.[1];
  if (asked === "" || asked === "#") return [];
  const exact = people.filter((person) => String(person.number) === number);
  const others = people.filter(
    (person) => !exact.includes(person) && isMatch(person, asked, number),
  );
  return [...exact, ...others].slice(0, MOST_FOUND);
}

/** Whether a person matches. An empty text matches everyone. */
export function isMeant(person: Findable, typed: string): boolean {
  if (typed.length > MOST_ASKED) return false;
  const asked = plain(typed.trim());
  return asked === "" || isMatch(person, asked, /^#?(\d+)$/.exec(asked)?.[1]);
}

function isMatch(
  { number, name, phone }: Findable,
  asked: string,
  askedNumber: string | undefined,
): boolean {
  if (askedNumber !== undefined && String(number).startsWith(askedNumber)) {
    return true;
  }
  if (name !== null && plain(name).includes(asked)) return true;
  // One or two digits would match almost every phone number.
  const called = digits(asked);
  return called.length > 2 && phone !== null && digits(phone).includes(called);
}
