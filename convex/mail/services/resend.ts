/** Sends e-mail through Resend's HTTP API, or its stand-in. https://resend.com/docs/api-reference/emails */
import {
  type Mail,
  type MailOutcome,
  outcomeOfStatus,
  unsubscribeHeaders,
} from "../rules/mail";
import type { ResendSettings } from "../../base/services/mailSettings";

const TIMEOUT_MS = 10_000;

/** @param key Resend sends one message per key, so a retry with it settles an unknown outcome */
export async function sendByResend(
  { apiKey, from, apiUrl }: ResendSettings,
  to: string,
  mail: Mail,
  key: string,
): Promise<MailOutcome> {
  try {
    const { status } = await fetch(new URL("/emails", apiUrl), {
      method: "POST",
      headers: {
        Authorization: `Bearer ${apiKey}`,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
      },
      body: JSON.stringify({ from, to: [to], ...bodyOf(mail) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return outcomeOfStatus(status);
  } catch {
    return "again";
  }
}

function bodyOf(mail: Mail): object {
  const { subject, text, html, calendar } = mail;
  const headers = unsubscribeHeaders(mail);
  return {
    subject,
    text,
    html,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(calendar !== undefined && { attachments: [attached(calendar)] }),
  };
}

function attached({ method, file }: NonNullable<Mail["calendar"]>): object {
  const bytes = new TextEncoder().encode(file);
  return {
    filename: "appointment.ics",
    content: btoa(
      Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""),
    ),
    content_type: `text/calendar; charset=utf-8; method=${method}`,
  };
}
