/** The name of a person, a tablet or a chair, as typed. */
import { refuse } from "./errors";
import { cleanText } from "./names";
import type { Refused } from "./refusals";

export const nameProblems = ["nameEmpty", "nameTooLong"] as const;

export function readName(
  typed: string,
  max: number,
): { ok: true; name: string } | Refused<(typeof nameProblems)[number]> {
  const name = cleanText(typed, max + 1);
  if (name === null) return refuse("nameEmpty");
  return cleanText(typed, max) === name
    ? { ok: true, name }
    : refuse("nameTooLong", { max });
}

/** Whether two names are the same, whatever the case. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
