/** The frame of every page, and answers with a page in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { page } from "../http/answers.ts";
import type { Answer, Route } from "../http/route.ts";
import { html, type Html } from "./html.ts";

const STYLE = readFileSync(join(import.meta.dirname, "style.css"), "utf8");

export const styleRoute: Route = {
  method: "GET",
  path: "/style.css",
  audience: "anyone",
  handle: () => ({
    status: 200,
    headers: {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": "max-age=300",
    },
    body: STYLE,
  }),
};

/** The notice on every Stripe page, so that no one types a real card. */
export const STRIPE_NOTICE = "This is a stand-in for Stripe: no money moves.";
export const PUSH_NOTICE =
  "This is a stand-in for a push service: these phones are simulated.";
export const MAIL_NOTICE =
  "This is a stand-in for a mail service: nothing here has left this machine.";

export const TEXTS_NOTICE =
  "This is a stand-in for Twilio: no phone gets any of these.";
export const GOOGLE_NOTICE =
  "This is a stand-in for Google: no account or calendar here is real.";

export function layout(
  status: number,
  title: string,
  notice: string,
  content: Html,
): Answer {
  return page(
    status,
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Stand-in</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/style.css" />
        </head>
        <body>
          <header><p class="notice">${notice}</p></header>
          <main>
            <h1>${title}</h1>
            ${content}
          </main>
        </body>
      </html> `.source,
  );
}

/** Text that screen readers read at once and that takes the focus. */
export function errorMessage(text: string | null): Html | null {
  if (text === null) return null;
  return html`<p class="error" role="alert" tabindex="-1" autofocus>
    Error: ${text}
  </p>`;
}

/** Text that screen readers read when they are idle. */
export function doneMessage(text: string | null): Html | null {
  if (text === null) return null;
  return html`<p class="done" role="status" tabindex="-1" autofocus>
    ${text}
  </p>`;
}
