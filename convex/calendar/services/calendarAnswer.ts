/** Answers a request for a feed: the file, or that it has not changed (RFC 9110 13.1.2). */
import { hashSecret } from "../../base/rules/secrets";

/** @param file iCalendar */
export async function answerCalendar(
  request: Request,
  file: string,
): Promise<Response> {
  const tag = `"${await hashSecret(file)}"`;
  const headers = {
    ETag: tag,
    "Cache-Control": "private,no-cache",
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": 'inline; filename="bookings.ics"',
  };
  const known = (request.headers.get("If-None-Match") ?? "").split(",");
  const isKnown = known.some((one) => one.trim().replace(/^W\//, "") === tag);
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(file, { headers });
}
