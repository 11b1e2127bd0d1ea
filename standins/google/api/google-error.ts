/** Refusals in Google's two forms. */
import { json } from "../../http/answers.ts";
import type { Answer } from "../../http/route.ts";

/** OAuth's: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function oauthError(
  status: number,
  error: string,
  description: string,
): Answer {
  return json(status, { error, error_description: description });
}

/** The APIs': https://developers.google.com/workspace/calendar/api/guides/errors */
export function apiError(
  code: number,
  reason: string,
  message: string,
): Answer {
  const errors = [{ domain: "global", reason, message }];
  return json(code, { error: { code, message, errors } });
}
