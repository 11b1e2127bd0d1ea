/** Forms that our pages post, by script (answered as JSON) or without (redirected). */
import { formRefusedPage } from "../rules/httpMessages";
import type { Refusal } from "../rules/refusals";
import { environment } from "./env";

/** Enough for every field at its full length, encoded. */
const MAX_FORM = 64 * 1024;

type Outcome = { ok: true } | ({ ok: false } & Pick<Refusal, "code">);

/** The texts of these fields; null if it is not a form, too large, or from a foreign page. */
export async function readForm<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Partial<Record<Name, string>> | null> {
  const isOurs = originOf(request) !== "foreign";
  if (!isOurs || tooLong(request)) return null;
  const body = new Uint8Array(await request.arrayBuffer());
  const type = request.headers.get("Content-Type") ?? "";
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  if (!isForm || body.length > MAX_FORM) return null;
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const given = names.filter((name) => form.has(name));
  return Object.fromEntries(
    given.map((name) => [name, form.get(name) ?? ""]),
  ) as Partial<Record<Name, string>>;
}

/** Answers a form. @param thanks path of the thank-you page, for redirected browsers */
export function answerForm(
  request: Request,
  outcome: Outcome,
  thanks: string,
): Response {
  const status = statusOf(outcome);
  const headers = new Headers({ "Cache-Control": "no-store" });
  const { siteUrl } = environment();
  if (wantsJson(request)) {
    headers.set("Content-Type", "application/json");
    // Pages and functions may have different addresses.
    if (siteUrl !== "") headers.set("Access-Control-Allow-Origin", siteUrl);
    return new Response(JSON.stringify(outcome), { status, headers });
  }
  if (outcome.ok) {
    const home = originOf(request) === "same" ? "" : siteUrl;
    headers.set("Location", `${home}${thanks}`);
    return new Response(null, { status: 303, headers });
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(formRefusedPage(outcome), { status, headers });
}

function tooLong(request: Request): boolean {
  return Number(request.headers.get("Content-Length") ?? 0) > MAX_FORM;
}

function wantsJson(request: Request): boolean {
  return request.headers.get("Accept") === "application/json";
}

/** Browsers send the page's origin with every form; programs may omit it. */
function originOf(request: Request): "same" | "site" | "foreign" {
  const origin = request.headers.get("Origin");
  const { siteUrl } = environment();
  if (origin === null || origin === siteUrl) return "site";
  const host = request.headers.get("Host") ?? new URL(request.url).host;
  const isSame = URL.canParse(origin) && new URL(origin).host === host;
  return isSame ? "same" : "foreign";
}

function statusOf(outcome: Outcome): number {
  if (outcome.ok) return 200;
  return outcome.code === "tooManyRequests" ? 429 : 400;
}
