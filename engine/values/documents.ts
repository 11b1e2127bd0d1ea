/**
 * JSON text, size and nesting of stored documents. Documents are shared by all readers and never change, so each is encoded and
 * measured once while it is in memory.
 */
import type { JsonDocument, JsonObject, JsonText, JsonValue } from "./json.ts";
import type { Measured } from "./limits.ts";
import { sizeOf } from "./size.ts";

type Known = { text: JsonText | null; size: number; nesting: number };

const UNKNOWN = -1;

const known = new WeakMap<JsonDocument, Known>();

/** JSON text of a stored document. */
export function documentText(document: JsonDocument): JsonText {
  const facts = factsOf(document);
  facts.text ??= JSON.stringify(document);
  return facts.text;
}

/** Bytes of a stored document, as the backend counts them. */
export function documentSize(document: JsonDocument): number {
  const facts = factsOf(document);
  if (facts.size === UNKNOWN) facts.size = sizeOf(document);
  return facts.size;
}

/** Levels of a document that was just written; 0 for one that was read. */
export function documentNesting(document: JsonDocument): number {
  return factsOf(document).nesting;
}

/** For callers that have already encoded or measured it. */
export function noteDocument(
  document: JsonDocument,
  facts: Partial<Measured> & { readonly text?: JsonText },
): void {
  const { text = null, size = UNKNOWN, nesting = 0 } = facts;
  known.set(document, { text, size, nesting });
}

/** Whether two documents are equal; both are in canonical order. */
export function isSameDocument(a: JsonDocument, b: JsonDocument): boolean {
  return a === b || documentText(a) === documentText(b);
}

/** Sets a field, unless to undefined; also one called `__proto__`. Defining is many times slower than setting. */
export function setField(
  object: JsonObject,
  field: string,
  value: JsonValue | undefined,
): void {
  if (value === undefined) return;
  if (field !== "__proto__") object[field] = value;
  else
    Object.defineProperty(object, field, {
      value,
      writable: true,
      configurable: true,
      enumerable: true,
    });
}

function factsOf(document: JsonDocument): Known {
  let facts = known.get(document);
  if (facts === undefined) {
    facts = { text: null, size: UNKNOWN, nesting: 0 };
    known.set(document, facts);
  }
  return facts;
}
