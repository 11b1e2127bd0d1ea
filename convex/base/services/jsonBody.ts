/** The body of a JSON call as named fields, none of them believed. */
import { bodyOf } from "./body";

/** What a call has said. */
export type Fields = Readonly<Partial<Record<string, unknown>>>;

const MAX_JSON = 16 * 1024;

/** Null for what is no JSON, no object, or longer than any call of ours. */
export async function jsonFields(request: Request): Promise<Fields | null> {
  const body = await bodyOf(request, MAX_JSON);
  if (body === null) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Whether a field holds text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
