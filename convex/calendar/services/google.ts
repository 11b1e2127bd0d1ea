/** Calls Google, or its stand-in. No error of its client leaves this file, because it may contain tokens. */
"use node";

import { auth, calendar } from "@googleapis/calendar";
import type { CalendarEvent, Written } from "../rules/events";
import { allowsCalendar } from "../rules/googleFlow";
import type { Span } from "../../base/rules/span";
import type { GoogleSettings } from "../../base/services/env";

const TIMEOUT_MS = 8_000;
/** The span that Google answers reliably in one call. */
const ASKED_MS = 31 * 24 * 60 * 60_000;
const PRIMARY = "primary";

type Link = { google: GoogleSettings; client: Client };
type Client = InstanceType<typeof auth.OAuth2>;

export type Granted = { refreshToken: string; googleId: string; email: string };

/** Exchanges the code of a consent. `denied`: without the calendar; `noEmail`: Google does not say whose it is. */
export async function exchangeCode(
  google: GoogleSettings,
  given: { code: string; verifier: string },
): Promise<Granted | "denied" | "noEmail" | "failed"> {
  const client = clientOf(google);
  try {
    const { tokens } = await client.getToken({
      code: given.code,
      codeVerifier: given.verifier,
    });
    if (!allowsCalendar(tokens.scope ?? "")) return "denied";
    if (!tokens.refresh_token) return "failed";
    client.setCredentials({ access_token: tokens.access_token ?? null });
    const { data } = await client.request<{ id?: string; email?: string }>({
      url: new URL("/oauth2/v2/userinfo", addressOf(google)).href,
      retry: false,
    });
    if (!data.id || !data.email) return "noEmail";
    const { id: googleId, email } = data;
    return { refreshToken: tokens.refresh_token, googleId, email };
  } catch {
    return "failed";
  }
}

/** Revokes the owner's grant; true also if it was revoked already. */
export async function revoke(google: GoogleSettings, refreshToken: string) {
  try {
    await clientOf(google).revokeToken(refreshToken);
    return true;
  } catch (error) {
    return statusOf(error) === 400;
  }
}

/** Opens a calendar with a fresh access token, which lasts an hour; a turn takes minutes. */
export async function openCalendar(
  google: GoogleSettings,
  refreshToken: string,
): Promise<Link | "revoked" | "later"> {
  const client = clientOf(google);
  client.setCredentials({ refresh_token: refreshToken });
  try {
    await client.getAccessToken();
    return { google, client };
  } catch (error) {
    return isRevoked(error) ? "revoked" : "later";
  }
}

/** Creates or updates the event, however often it was tried before; null deletes it. */
export async function writeEvent(
  link: Link,
  eventId: string,
  event: CalendarEvent | null,
): Promise<Written> {
  const { events } = apiOf(link);
  try {
    if (event === null) {
      await events.delete({ calendarId: PRIMARY, eventId });
      return "done";
    }
    const requestBody = { id: eventId, ...bodyOf(event) };
    await events.insert({ calendarId: PRIMARY, requestBody });
    return "done";
  } catch (error) {
    const status = statusOf(error);
    if (event === null)
      return status === 404 || status === 410 ? "done" : failureOf(error);
    return status === 409
      ? await rewrite(link, eventId, event)
      : failureOf(error);
  }
}

/** The id exists, as an event or as the remains of a deleted one. */
async function rewrite(
  link: Link,
  eventId: string,
  event: CalendarEvent,
): Promise<Written> {
  try {
    const requestBody = bodyOf(event);
    const named = { calendarId: PRIMARY, eventId };
    await apiOf(link).events.update({ ...named, requestBody });
    return "done";
  } catch (error) {
    // The id is taken but its event is gone for good. Google never accepts such an id again.
    const isGone = [403, 404, 410].includes(statusOf(error) ?? 0);
    return isGone && !isTooMuch(error) ? "spent" : failureOf(error);
  }
}

/** The account's busy times within `span`. */
export async function busyTimes(
  link: Link,
  { start, end }: Span,
): Promise<Span[] | "revoked" | "later"> {
  const blocks: Span[] = [];
  try {
    for (let from = start; from < end; from += ASKED_MS) {
      const { data } = await apiOf(link).freebusy.query({
        requestBody: {
          timeMin: iso(from),
          timeMax: iso(Math.min(end, from + ASKED_MS)),
          items: [{ id: PRIMARY }],
        },
      });
      const found = data.calendars?.[PRIMARY];
      // If there are errors, the list cannot be trusted.
      if (found === undefined || found.errors !== undefined) return "later";
      for (const block of found.busy ?? []) {
        const span = {
          start: Date.parse(block.start ?? ""),
          end: Date.parse(block.end ?? ""),
        };
        if (span.start < span.end) blocks.push(span);
      }
    }
    return blocks;
  } catch (error) {
    return isRevoked(error) || statusOf(error) === 401 ? "revoked" : "later";
  }
}

/** Free: a busy time would block the other chairs. Private: calendars may be shared, and the name is a customer's. */
function bodyOf({ summary, start, end, url }: CalendarEvent) {
  return {
    status: "confirmed",
    summary,
    description: url,
    start: { dateTime: iso(start) },
    end: { dateTime: iso(end) },
    transparency: "transparent",
    visibility: "private",
    reminders: { useDefault: false },
  };
}

function clientOf(google: GoogleSettings): Client {
  const { clientId, clientSecret, redirectUri, apiUrl } = google;
  return new auth.OAuth2({
    clientId,
    clientSecret,
    redirectUri,
    transporterOptions: {
      timeout: TIMEOUT_MS,
      // Looked up at each call, because the host may replace `fetch`.
      fetchImplementation: (...args) => fetch(...args),
    },
    ...(apiUrl !== null && {
      endpoints: {
        oauth2TokenUrl: new URL("/token", apiUrl),
        oauth2RevokeUrl: new URL("/revoke", apiUrl),
      },
    }),
  });
}

function apiOf({ google, client }: Link) {
  return calendar({
    version: "v3",
    auth: client,
    rootUrl: addressOf(google).href,
    timeout: TIMEOUT_MS,
    // data/outbox.ts retries, since it knows what has changed in the meantime.
    retry: false,
  });
}

function addressOf({ apiUrl }: GoogleSettings): URL {
  return apiUrl ?? new URL("https://www.googleapis.com/");
}

function failureOf(error: unknown): Written {
  const status = statusOf(error);
  if (status === 401 || isRevoked(error)) return "revoked";
  if (status === null || status >= 500 || isTooMuch(error)) return "later";
  return "refused";
}

/** Whether Google reports too many calls; it also uses 403 for this. */
function isTooMuch(error: unknown): boolean {
  const status = statusOf(error);
  if (status === 429) return true;
  const { error: said } = (answerOf(error) ?? {}) as {
    error?: { errors?: { reason?: string }[] };
  };
  const reasons = said?.errors?.map(({ reason }) => reason ?? "") ?? [];
  return (
    status === 403 && reasons.some((one) => /(limit|quota)Exceeded/i.test(one))
  );
}

/** https://developers.google.com/identity/protocols/oauth2#expiration */
function isRevoked(error: unknown): boolean {
  const { error: said } = (answerOf(error) ?? {}) as { error?: unknown };
  return said === "invalid_grant";
}

function statusOf(error: unknown): number | null {
  return (error as { response?: { status?: number } }).response?.status ?? null;
}

function answerOf(error: unknown): unknown {
  return (error as { response?: { data?: unknown } }).response?.data;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
