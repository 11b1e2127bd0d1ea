/**
 * JSON texts of documents. A stored document is shared by all who read it, and so is its text: hot documents are encoded
 * once, however many queries return them.
 */
import type { JsonDocument } from "../../values/json.ts";

const texts = new WeakMap<JsonDocument, string>();

/** @param document a stored document, never changed. */
export function documentText(document: JsonDocument): string {
  const known = texts.get(document);
  if (known !== undefined) return known;
  const text = JSON.stringify(document);
  texts.set(document, text);
  return text;
}
