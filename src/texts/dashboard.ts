/** The table of the dashboard in the language of the page. Read when the app is loaded, which is after the language. */
import type { Undoable } from "../../convex/queue/rules/answers";
import { dashboard as english } from "./en/dashboard";
import { tableOf } from "./language";

export const dashboard = tableOf("dashboard", english);

/** What was done at the counter; what only a newer server does is told without its name. */
export function doneText(
  code: Undoable | "recall",
  number: number | null,
): string {
  const { done, changed } = dashboard.desk;
  return Object.hasOwn(done, code) ? done[code](number) : changed;
}

/** The same for an action that may be a call which has ended visits that nobody saw. */
export function doneOrEndedText({
  code,
  number,
  assumed = [],
}: {
  code: Undoable;
  number: number | null;
  assumed?: readonly { number: number }[] | undefined;
}): string {
  if (number === null || assumed.length === 0) return doneText(code, number);
  const ended = assumed.map((person) => person.number);
  return dashboard.desk.calledAndDone(number, ended);
}

/** What its button says for each of them. */
export function wasNotHereText(number: number, of: number): string {
  const { wasNotHere, oneWasNotHere } = dashboard.desk;
  return of === 1 ? wasNotHere : oneWasNotHere(number);
}
