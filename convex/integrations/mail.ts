/** Sending e-mail through Resend's HTTP API, or the stand-in for it. https://resend.com/docs/api-reference/emails */
import type { MailText } from "../model/mails";
import type { MailSettings } from "./env";

const TIMEOUT_MS = 10_000;

/**
 * One message to one address.
 * @throws Error when the service does not take it; its text holds nothing of the message
 */
export async function sendMail(
  { apiKey, from, apiUrl }: MailSettings,
  to: string,
  message: MailText,
): Promise<void> {
  const response = await fetch(new URL("/emails", apiUrl), {
    method: "POST",
    headers: {
      Authorization: `Bearer ${apiKey}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ from, to: [to], ...message }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    throw new Error(`The mail service answered ${response.status}`);
  }
}
