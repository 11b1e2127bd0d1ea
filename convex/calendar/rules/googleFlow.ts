/** The way to Google's consent page and back (product.md K2). */
import { MARK } from "./googleMark";
import {
  bytesOfHex,
  hashSecret,
  isClientSecret,
} from "../../base/rules/secrets";

/** How long an owner may take at Google. */
export const FLOW_MS = 10 * 60_000;

const CALENDAR = "https://www.googleapis.com/auth/calendar";
const EMAIL = "https://www.googleapis.com/auth/userinfo.email";
/** Google's codes are shorter than 300, so anything above this limit is not one. */
const MAX_CODE = 1_024;

/** The address of the consent page, with offline access and forced consent. */
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

/** The PKCE challenge of a verifier. https://www.rfc-editor.org/rfc/rfc7636#section-4.2 */
export async function challengeOf(verifier: string): Promise<string> {
  const hash = bytesOfHex(await hashSecret(verifier));
  return btoa(String.fromCharCode(...hash))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
}

/** Whether the owner granted the calendar scope: Google's page has a checkbox per scope. */
export function allowsCalendar(scope: string): boolean {
  return scope.split(" ").includes(CALENDAR);
}

export type BroughtBack =
  | { is: "code"; state: string; code: string }
  /** The owner declined there. */
  | { is: "denied" }
  | { is: "failed" };

/** Puts Google's answer into the fragment, which no server or log sees; the page sends it from its own session. */
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

/** Reads the fragment of the page's address; null if it is not from Google. */
export function readBack(fragment: string): BroughtBack | null {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!given.has(MARK)) return null;
  const state = given.get("state") ?? "";
  const code = given.get("code") ?? "";
  if (isClientSecret(state) && isCode(code)) return { is: "code", state, code };
  return { is: given.get("error") === "denied" ? "denied" : "failed" };
}

/** Printable, without spaces, and not longer than Google's codes. */
export function isCode(text: string): boolean {
  return text.length <= MAX_CODE && /^[\x21-\x7e]+$/.test(text);
}
