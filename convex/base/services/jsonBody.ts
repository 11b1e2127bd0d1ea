/** Reads the body of a JSON call as unchecked fields. */
import { bodyOf } from "./body";

export type Fields = Readonly<Partial<Record<string, unknown>>>;

const MAX_JSON = 16 * 1024;

/** Null if the body is not a JSON object, or too long. */
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

/** Whether a field holds non-blank text, without half characters, which no function takes. */
export function isText(value: unknown): value is string {
  return (
    typeof value === "string" && value.trim() !== "" && value.isWellFormed()
  );
}
