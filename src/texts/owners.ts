/** What owners read, in the language of the page. */
import type { Undoable } from "../../convex/model/answers";
import type { OwnerRefusal } from "../../convex/model/refusals";
import { owners } from "./en/owners";
import { refusalIn, sentenceOf, sentenceOfError } from "./refusal-text";

export { owners };

/** Why something was not done. */
export function refusalText(refusal: OwnerRefusal): string {
  return sentenceOf(owners.refusals, refusal);
}

/** Why something failed. @param fallback for what is no refusal of the server */
export function errorText(error: unknown, fallback: string): string {
  return sentenceOfError(owners.refusals, error, fallback);
}

/** What was done at the counter; what only a newer server does is told without its name. */
export function doneText(code: Undoable, number: number | null): string {
  const { done, changed } = owners.desk;
  return Object.hasOwn(done, code) ? done[code](number) : changed;
}

/** The refusal that was thrown, if it is one that owners know. */
export function ownerRefusal(error: unknown): OwnerRefusal | null {
  const refusal = refusalIn(error);
  return refusal !== null && Object.hasOwn(owners.refusals, refusal.code)
    ? (refusal as OwnerRefusal)
    : null;
}
