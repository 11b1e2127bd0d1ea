/** Checks a received event. Unknown fields are refused, because the real service would act on them. */
import type { CalendarEvent } from "../google-state.ts";

const FIELDS = [
  ...["id", "status", "summary", "description", "start", "end"],
  ...["transparency", "visibility", "reminders", "source"],
];
/** Base32hex: https://developers.google.com/workspace/calendar/api/v3/reference/events#id */
const ID = /^[a-v0-9]{5,1024}$/;

export function readEvent(
  given: Record<string, unknown>,
): Omit<CalendarEvent, "sequence"> | { readonly problem: string } {
  const unknown = Object.keys(given).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined)
    return { problem: `The stand-in does not know the field ${unknown}.` };
  const { id, status = "confirmed", transparency = "opaque" } = given;
  if (typeof id !== "string" || !ID.test(id))
    return { problem: "Invalid resource id value." };
  if (status !== "confirmed") return { problem: "Invalid status." };
  if (transparency !== "opaque" && transparency !== "transparent")
    return { problem: "Invalid transparency." };
  const start = timeOf(given["start"]);
  const end = timeOf(given["end"]);
  if (start === null || end === null) return { problem: "Missing end time." };
  if (start > end) return { problem: "The specified time range is empty." };
  const text = (name: string) => {
    const value = given[name] ?? "";
    return typeof value === "string" ? value : "";
  };
  const [summary, description] = [text("summary"), text("description")];
  return { id, status, summary, description, start, end, transparency };
}

function timeOf(given: unknown): string | null {
  const { dateTime } = (given ?? {}) as { dateTime?: unknown };
  const at = typeof dateTime === "string" ? Date.parse(dateTime) : NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
