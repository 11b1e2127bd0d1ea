/** Who is meant by what somebody types at the desk: by number, name or phone. The same among the people whom a screen has, and among all of a queue. product.md D19. */

/** As many as fit below the field. */
const MOST_FOUND = 8;
/** Longer texts are nobody's name. */
export const MOST_ASKED = 100;

/** What people are found by. */
export type Findable = {
  readonly number: number;
  readonly name: string | null;
  readonly phone: string | null;
};

/** Small letters without accents: "Zoë" is found by "zoe". */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

const digits = (text: string) => text.replace(/\D/g, "");

/**
 * Who matches, in their order; a number that matches as a whole comes before
 * all. Nobody for an empty text.
 */
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

/** Whether a person is among those meant; everybody is for an empty text. */
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
  // Two digits are in every number.
  const called = digits(asked);
  return called.length > 2 && phone !== null && digits(phone).includes(called);
}
