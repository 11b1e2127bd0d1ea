/** The table of owners in the language of the page. Read when the app is loaded, which is after the language. */
import type { Undoable } from "../../convex/model/answers";
import type { OwnerRefusal } from "../../convex/model/refusals";
import { owners as english } from "./en/owners";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";
import { visitors } from "./visitors";

export const owners = tableOf("owners", english);

/** What visitors are told on the way in, an owner may be told too. */
export const { refusalText, refusalIn, errorText } = refusalTexts<OwnerRefusal>(
  visitors.refusals,
  owners.refusals,
);

/** What was done at the counter; what only a newer server does is told without its name. */
export function doneText(code: Undoable, number: number | null): string {
  const { done, changed } = owners.desk;
  return Object.hasOwn(done, code) ? done[code](number) : changed;
}
