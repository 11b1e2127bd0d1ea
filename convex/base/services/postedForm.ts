/** Forms that our pages post, by script (answered as JSON) or without (redirected). */
import { formRefusedPage } from "../rules/httpMessages";
import type { Refusal } from "../rules/refusals";
import { postedFields } from "./body";
import { environment } from "./env";

/** Enough for every field at its full length, encoded. */
const MAX_FORM = 64 * 1024;

type Outcome = { ok: true } | ({ ok: false } & Pick<Refusal, "code">);

/** The texts of these fields; null if it is not a form, too large, or from a foreign page. */
export async function readForm<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Partial<Record<Name, string>> | null> {
  if (originOf(request) === "foreign") return null;
  const form = await postedFields(request, MAX_FORM);
  if (form === null) return null;
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
  const isTooMany = !outcome.ok && outcome.code === "tooManyRequests";
  const status = outcome.ok ? 200 : isTooMany ? 429 : 400;
  const headers = new Headers({ "Cache-Control": "no-store" });
  const { siteUrl } = environment();
  if (request.headers.get("Accept") === "application/json") {
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

/** Browsers send the page's origin with every form; programs may omit it. */
function originOf(request: Request): "same" | "site" | "foreign" {
  const origin = request.headers.get("Origin");
  const { siteUrl } = environment();
  if (origin === null || origin === siteUrl) return "site";
  const host = request.headers.get("Host") ?? new URL(request.url).host;
  const isSame = URL.canParse(origin) && new URL(origin).host === host;
  return isSame ? "same" : "foreign";
}
