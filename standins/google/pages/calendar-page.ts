/** `/google`: the calendars' events, and a form to add busy times. For this machine only, because it shows customers' names. */
import { seeOther } from "../../http/answers.ts";
import { parseForm, textOf } from "../../http/form.ts";
import type { Answer, Incoming, Route } from "../../http/route.ts";
import { html, type Html } from "../../pages/html.ts";
import { GOOGLE_NOTICE, layout } from "../../pages/layout.ts";
import type { Store } from "../../state/store.ts";
import { ACCOUNTS, calendarOf, endGrant, noGoogle } from "../google-state.ts";

const audience = "machine" as const;
const HOUR_MS = 3_600_000;

export function calendarPageRoutes(store: Store): Route[] {
  return [
    { method: "GET", path: "/google", audience, handle: () => show(store) },
    {
      method: "POST",
      path: "/google/busy",
      audience,
      handle: (request) => addBusy(store, request),
    },
    {
      method: "POST",
      path: "/google/revoke",
      audience,
      handle: (request) => revoke(store, request),
    },
  ];
}

function show(store: Store): Answer {
  const { state, nowMs } = store.look();
  const answer = layout(
    200,
    "Google Calendar",
    GOOGLE_NOTICE,
    html`${ACCOUNTS.map(({ email }) => {
      const { events, busy } =
        state.google.calendars[email] ?? calendarOf(noGoogle(), email);
      const shown = Object.values(events)
        .filter(({ status }) => status === "confirmed")
        .sort((a, b) => a.start.localeCompare(b.start));
      const tomorrow = new Date(nowMs + 24 * HOUR_MS).toISOString();
      return html`<h2>${email}</h2>
        ${
          shown.length === 0
            ? html`<p>No events.</p>`
            : html`<ul>
                ${shown.map((event) => entry(event.summary, event))}
              </ul>`
        }
        ${
          busy.length === 0
            ? null
            : html`<ul>
                ${busy.map((block) => entry("Busy", block))}
              </ul>`
        }
        <form method="post" action="/google/busy">
          <input type="hidden" name="email" value="${email}" />
          <label class="field">
            Busy from (UTC)
            <input
              type="datetime-local"
              name="start"
              value="${tomorrow.slice(0, 13)}:00"
              required
            />
          </label>
          <label class="field">
            Minutes
            <input
              type="number"
              name="minutes"
              min="5"
              max="1440"
              value="60"
              required
            />
          </label>
          <button>Add busy time</button>
        </form>
        <form method="post" action="/google/revoke">
          <input type="hidden" name="email" value="${email}" />
          <button class="second">Revoke access for all apps</button>
        </form>`;
    })}`,
  );
  // Its own forms are recognised by the Origin header, which browsers omit under a no-referrer policy.
  const headers = { ...answer.headers, "Referrer-Policy": "same-origin" };
  return { ...answer, headers };
}

function entry(what: string, { start, end }: { start: string; end: string }) {
  return html`<li>${what}: ${when(start)} to ${when(end)}</li>`;
}

function when(at: string): Html {
  return html`<time datetime="${at}"
    >${at.replace("T", " ").slice(0, 16)} UTC</time
  >`;
}

function addBusy(store: Store, { body }: Incoming): Answer {
  const form = parseForm(body);
  const start = Date.parse(`${textOf(form, "start")}Z`);
  const end = start + Number(textOf(form, "minutes")) * 60_000;
  const email = textOf(form, "email");
  if (isKnown(email) && start < end)
    store.change(({ state: { google } }) => {
      const calendar = calendarOf(google, email);
      const [from, to] = [start, end].map((at) => new Date(at).toISOString());
      calendar.busy = [...calendar.busy, { start: from ?? "", end: to ?? "" }];
    });
  return seeOther("/google");
}

/** As on a Google account's own page. */
function revoke(store: Store, { body }: Incoming): Answer {
  const email = textOf(parseForm(body), "email");
  store.change(({ state: { google } }) => endGrant(google, email));
  return seeOther("/google");
}

function isKnown(email: string): boolean {
  return ACCOUNTS.some((one) => one.email === email);
}
