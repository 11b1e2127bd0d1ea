/** The received mails: a page for people, JSON for tests. For this machine only, because they hold secrets. */
import { json } from "../http/answers.ts";
import type { Answer, Route } from "../http/route.ts";
import { html, type Html } from "../pages/html.ts";
import { layout, MAIL_NOTICE } from "../pages/layout.ts";
import type { Store } from "../state/store.ts";
import type { Message } from "./message.ts";

export function outboxRoutes(store: Store): Route[] {
  const audience = "machine" as const;
  const messages = () => store.look().state.mail.messages.toReversed();
  return [
    {
      method: "GET",
      path: "/_standin/mail/messages",
      audience,
      handle: () => json(200, { messages: messages() }),
    },
    {
      method: "GET",
      path: "/outbox",
      audience,
      handle: () => outbox(messages()),
    },
    {
      method: "GET",
      path: "/outbox/:id",
      audience,
      handle: (_, id) => letter(messages().find((one) => one.id === id)),
    },
    {
      method: "GET",
      path: "/outbox/:id/html",
      audience,
      handle: (_, id) => body(messages().find((one) => one.id === id)),
    },
  ];
}

function outbox(messages: readonly Message[]): Answer {
  const list =
    messages.length === 0
      ? html`<p>No mails yet.</p>`
      : html`<ol class="mails">
          ${messages.map(
            (message) =>
              html`<li>
                <h2><a href="/outbox/${message.id}">${message.subject}</a></h2>
                ${facts(message)}
              </li>`,
          )}
        </ol>`;
  return layout(
    200,
    "Outbox",
    MAIL_NOTICE,
    html`<p><a href="/texts">Texts</a></p>
      ${list}`,
  );
}

function letter(message: Message | undefined): Answer {
  if (message === undefined) return notFound();
  const { id, html: source, text, subject, attachments = [] } = message;
  return layout(
    200,
    subject,
    MAIL_NOTICE,
    html`${facts(message)}
      <a class="way-back" href="/outbox">All mails</a>
      ${
        text === null
          ? null
          : html`<h2>Text</h2>
              <pre>${text}</pre>`
      }
      ${
        source === null
          ? null
          : html`<h2>Formatted</h2>
              <iframe
                title="The mail as displayed"
                sandbox=""
                src="/outbox/${id}/html"
              ></iframe>`
      }
      ${attachments.map(
        ({ filename, contentType, content }) =>
          html`<h2>${filename} (${contentType})</h2>
            <pre>${content}</pre>`,
      )}`,
  );
}

/** The mail's own HTML. It runs and fetches nothing, wherever it is opened. */
function body(message: Message | undefined): Answer {
  const source = message?.html ?? null;
  if (source === null) return notFound();
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      "Cache-Control": "no-store",
    },
    body: source,
  };
}

function notFound(): Answer {
  return layout(404, "There is no such mail.", MAIL_NOTICE, html``);
}

function facts({ from, to, at, headers = {} }: Message): Html {
  return html`<dl>
    <dt>From</dt>
    <dd>${from}</dd>
    <dt>To</dt>
    <dd>${to.join(", ")}</dd>
    <dt>Sent</dt>
    <dd>
      <time datetime="${at}">${at.replace("T", " ").slice(0, 16)} UTC</time>
    </dd>
    ${Object.entries(headers).map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}
