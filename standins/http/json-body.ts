/** JSON bodies. Only `application/json`: a form on a foreign page cannot send it without a preflight. */
import { isJson } from "./audience.ts";
import type { Incoming } from "./route.ts";

/** The object in the body. Null when there is none. */
export function jsonObject({
  headers,
  body,
}: Incoming): Record<string, unknown> | null {
  if (!isJson(headers["content-type"])) return null;
  try {
    const value: unknown = JSON.parse(body);
    const isObject =
      typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
