/** Matches people by number, name or phone with typed text, on a screen or in a whole queue. product.md D19. */
import { plainDigits } from "../../base/rules/digits";
import { plainLetters } from "../../base/rules/plainLetters";

const MAX_FOUND = 8;
/** Longer texts match no name. */
export const MAX_ASKED = 100;

export type Findable = {
  readonly letter: string | null;
  readonly number: number;
  readonly name: string | null;
  readonly phone: string | null;
};

const digits = (text: string) => text.replace(/\(0\)|\D/g, "");
const plainText = (typed: string) => plainLetters(plainDigits(typed.trim()));

/** The matching people in their given order; an exact number match comes first. Empty for an empty text. */
export function findAmong<P extends Findable>(
  people: readonly P[],
  typed: string,
): P[] {
  if (typed.length > MAX_ASKED) return [];
  const asked = plainText(typed);
  if (asked === "" || asked === "#") return [];
  const ticket = ticketIn(asked);
  const exact = people.filter((person) => isTicket(person, ticket, isSame));
  const others = people.filter(
    (person) => !exact.includes(person) && isMatch(person, asked),
  );
  return [...exact, ...others].slice(0, MAX_FOUND);
}

/** Whether a person matches. An empty text matches everyone. */
export function isMeant(person: Findable, typed: string): boolean {
  if (typed.length > MAX_ASKED) return false;
  const asked = plainText(typed);
  return asked === "" || isMatch(person, asked);
}

type Asked = { letter: string; digits: string } | null;

/** "8", "#8", "h8" or "h 8"; null for a text that names no ticket. */
function ticketIn(asked: string): Asked {
  const [found, letter = "", digits = ""] =
    /^#?(?:([a-z]{1,2})\s*)?(\d+)$/.exec(asked) ?? [];
  return found === undefined ? null : { letter, digits };
}

/** Whether the person's letter, if one was typed, and the digits are those. */
function isTicket(
  { letter, number }: Findable,
  asked: Asked,
  areDigits: (number: string, typed: string) => boolean,
): boolean {
  return (
    asked !== null &&
    (asked.letter === "" || asked.letter === letter?.toLowerCase()) &&
    areDigits(String(number), asked.digits)
  );
}

const isSame = (number: string, typed: string) => number === typed;
const begins = (number: string, typed: string) => number.startsWith(typed);

function isMatch(person: Findable, asked: string): boolean {
  if (isTicket(person, ticketIn(asked), begins)) return true;
  const { name, phone } = person;
  if (name !== null && plainLetters(name).includes(asked)) return true;
  // Phones are stored with their country code, but people type '07911' or '0044'. One or two digits would match almost
  // every phone.
  const called = digits(asked).replace(/^0+/, "");
  return called.length > 2 && phone !== null && digits(phone).includes(called);
}
