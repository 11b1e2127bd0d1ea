/** Stored documents: the user's fields with `_id` and `_creationTime`, in one canonical order. */
import type { JsonDocument, JsonObject } from "../values/json.ts";
import { displayValue } from "../values/display.ts";
import { noteDocument, setField } from "../values/documents.ts";
import { checkDocumentLimits, measureDocument } from "../values/limits.ts";
import { UserError } from "../values/user-error.ts";

/**
 * @param fields encoded values; system fields in it must match the given ones.
 * @param kind `mayBePending`: they may hold the placeholder of values/commit-ts.ts; `isSystem`: the document is the engine's
 * @throws UserError when they do not match, or a limit of documents is exceeded.
 */
export function toDocument(
  fields: JsonObject,
  id: string,
  creationTime: number,
  kind: {
    readonly mayBePending?: boolean;
    readonly isSystem?: boolean;
  } = {},
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
  const document: JsonObject = {};
  for (const name of canonicalNames(fields)) {
    if (name === "_id") document._id = id;
    else if (name === "_creationTime") document._creationTime = creationTime;
    else setField(document, name, fields[name]);
  }
  const check = kind.isSystem === true ? measureDocument : checkDocumentLimits;
  noteDocument(document as JsonDocument, check(document, kind.mayBePending));
  return document as JsonDocument;
}

/** Names of all fields, in order. They usually are already, because a changed document was stored like this. */
function canonicalNames(fields: JsonObject): readonly string[] {
  const names = ["_creationTime", "_id"];
  for (const name of Object.keys(fields))
    if (name !== "_creationTime" && name !== "_id") names.push(name);
  for (let i = 1; i < names.length; i++)
    if ((names[i - 1] ?? "") > (names[i] ?? "")) return names.sort();
  return names;
}
