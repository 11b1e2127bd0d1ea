/** What customers read, in the language of the page. */
import type { CustomerRefusal } from "../../convex/model/refusals";
import { customers } from "./en/customers";
import { sentenceOf, sentenceOfError } from "./refusal-text";

export { customers };

/** Why something was not done. */
export function refusalText(refusal: CustomerRefusal): string {
  return sentenceOf(customers.refusals, refusal);
}

/** Why something failed. @param fallback for what is no refusal of the server */
export function errorText(error: unknown, fallback: string): string {
  return sentenceOfError(customers.refusals, error, fallback);
}
