/**
 * The way to Google and back (product.md K2): what is asked of the owner there,
 * and how the browser brings the answer home. Pure; who is calling and what is
 * kept meanwhile is data/consents.ts, the exchange services/google.ts.
 */
import { MARK } from "./googleMark";
import { hashSecret, isClientSecret } from "../../base/rules/secrets";

/** How long somebody may take at Google. */
export const FLOW_MS = 10 * 60_000;

const CALENDAR = "https://www.googleapis.com/auth/calendar";
const EMAIL = "https://www.googleapis.com/auth/userinfo.email";
/** Google's own are shorter than 300; what is longer is not Google's. */
const MAX_CODE = 1_024;

/** Where the owner is asked, with offline access and forced consent, as the specification wants them. */
export function consentUrl(
  page: string | URL,
  given: {
    clientId: string;
    redirectUri: string;
    state: string;
    challenge: string;
  },
): string {
  const url = new URL(page);
  url.search = new URLSearchParams({
    client_id: given.clientId,
    redirect_uri: given.redirectUri,
    response_type: "code",
    scope: `${CALENDAR} ${EMAIL}`,
    access_type: "offline",
    prompt: "consent",
    state: given.state,
    code_challenge: given.challenge,
    code_challenge_method: "S256",
  }).toString();
  return url.href;
}

/** What a verifier is shown as before it is needed. https://www.rfc-editor.org/rfc/rfc7636#section-4.2 */
export async function challengeOf(verifier: string): Promise<string> {
  const hex = await hashSecret(verifier);
  const bytes = hex.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
}

/** Whether the owner has allowed what is needed: on Google's page each scope has a box of its own. */
export function allowsCalendar(scope: string): boolean {
  return scope.split(" ").includes(CALENDAR);
}

/** What the browser brings from Google. */
export type BroughtBack =
  | { is: "code"; state: string; code: string }
  /** The owner said no there. */
  | { is: "denied" }
  | { is: "failed" };

/**
 * Google's answer as a page of ours: in the fragment, which no server, log or
 * other site gets to see. The page hands it in from its own session; a browser
 * that somebody has sent here with an answer of theirs has another one.
 */
export function pathBack(query: URLSearchParams): string {
  const state = query.get("state") ?? "";
  const code = query.get("code") ?? "";
  const back = new URLSearchParams({ [MARK]: "" });
  if (isClientSecret(state) && isCode(code)) {
    back.set("state", state);
    back.set("code", code);
  } else {
    const isDenied = query.get("error") === "access_denied";
    back.set("error", isDenied ? "denied" : "failed");
  }
  return `/dashboard#${back.toString()}`;
}

/** What stands in the fragment of our page's address; null if nothing of Google's. */
export function readBack(fragment: string): BroughtBack | null {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!given.has(MARK)) return null;
  const state = given.get("state") ?? "";
  const code = given.get("code") ?? "";
  if (isClientSecret(state) && isCode(code)) return { is: "code", state, code };
  return { is: given.get("error") === "denied" ? "denied" : "failed" };
}

/** Printable, without spaces, and no longer than codes are. */
export function isCode(text: string): boolean {
  return text.length <= MAX_CODE && /^[\x21-\x7e]+$/.test(text);
}
