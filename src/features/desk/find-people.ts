/** Finding somebody by number, name or phone among the people whom the desk has loaded. */
import type { Board, Person } from "./types";

/** As many as fit below the field. */
const MOST_FOUND = 8;

/** Small letters without accents: "Zoë" is found by "zoe". */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

const digits = (text: string) => text.replace(/\D/g, "");

/**
 * Who matches what was typed, people at the counter first, then those waiting
 * and those with an appointment; a number that matches as a whole comes before
 * all. Nobody for an empty text.
 */
export function findPeople(board: Board, typed: string): Person[] {
  const asked = plain(typed.trim());
  const number = /^#?(\d+)$/.exec(asked)?.[1];
  if (asked === "" || asked === "#") return [];
  const people = [...board.called, ...board.waiting, ...board.scheduled];
  const exact = people.filter((person) => String(person.number) === number);
  const others = people.filter(
    (person) => !exact.includes(person) && isMatch(person, asked, number),
  );
  return [...exact, ...others].slice(0, MOST_FOUND);
}

function isMatch(
  { number, name, phone }: Person,
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
