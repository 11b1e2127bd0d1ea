/** The kinds of answers. */
import type { Answer } from "./route.ts";

const NO_STORE = { "Cache-Control": "no-store" };

/** `value` as indented JSON, as Stripe sends it. */
export function json(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json", ...NO_STORE, ...headers },
    body: `${JSON.stringify(value, null, 2)}\n`,
  };
}

/** A page without scripts. Forms are not restricted: paying redirects the browser to the shop's own address. */
export function page(status: number, body: string): Answer {
  return {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer",
      ...NO_STORE,
    },
    body,
  };
}

export function seeOther(location: string): Answer {
  return {
    status: 303,
    headers: { Location: location, ...NO_STORE },
    body: "",
  };
}
