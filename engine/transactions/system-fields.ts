/** Documents as they are stored: the user's fields with `_id` and `_creationTime`, in one canonical order. */
import type { JsonDocument, JsonObject } from "../values/json.ts";
import { displayValue } from "../values/display.ts";
import { checkDocumentLimits } from "../values/limits.ts";
import { UserError } from "../values/user-error.ts";

/**
 * @param fields encoded values; system fields in it must be those given.
 * @throws UserError when they are not, or a limit of documents is passed.
 */
export function toDocument(
  fields: JsonObject,
  id: string,
  creationTime: number,
): JsonDocument {
  if (fields._id !== undefined && fields._id !== id)
    throw new UserError(
      `Provided document ID "${id}" doesn't match '_id' field ${displayValue(fields._id)}`,
    );
  if (
    fields._creationTime !== undefined &&
    fields._creationTime !== creationTime
  )
    throw new UserError(
      `Provided creation time ${creationTime} doesn't match '_creationTime' field in ${displayValue(fields)}`,
    );
  const all: JsonObject = { ...fields, _id: id, _creationTime: creationTime };
  const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
  const document = Object.fromEntries(sorted);
  checkDocumentLimits(document);
  return document as JsonDocument;
}

/** Whether two documents hold the same; both are in canonical order. */
export function isSameDocument(a: JsonDocument, b: JsonDocument): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
