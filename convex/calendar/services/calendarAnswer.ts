/** Answers a request for a calendar file: the file, or that it has not changed (RFC 9110 13.1.2). */
import { hashSecret } from "../../base/rules/secrets";

export async function answerCalendar(
  request: Request,
  file: string,
  name: string,
) {
  const tag = `"${await hashSecret(file)}"`;
  const headers = {
    ETag: tag,
    "Cache-Control": "private,no-cache",
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `inline; filename="${name}"`,
  };
  const known = (request.headers.get("If-None-Match") ?? "").split(",");
  return known.some((one) => one.trim().replace(/^W\//, "") === tag)
    ? new Response(null, { status: 304, headers })
    : new Response(file, { headers });
}
