/** The simulated phones' pushes, for people. For this machine only, because a tap on one leads to a ticket. */
import type { Answer } from "../http/route.ts";
import { html, type Html } from "../pages/html.ts";
import { layout, PUSH_NOTICE } from "../pages/layout.ts";
import type { Push } from "./push-state.ts";

export function pushesPage(pushes: readonly Push[]): Answer {
  const list =
    pushes.length === 0
      ? html`<p>No pushes yet.</p>`
      : html`<ol class="mails">
          ${pushes.map(notification)}
        </ol>`;
  return layout(200, "Pushes", PUSH_NOTICE, list);
}

/** The notification as the phone shows it, if the payload is one of ours. */
function notification({ payload, phone, urgency, ttl, at }: Push): Html {
  const { title, body } = read(payload);
  return html`<li>
    <h2>${title}</h2>
    <p>${body}</p>
    <p>${phone} · ${urgency} · ${ttl} s · ${at}</p>
  </li>`;
}

function read(payload: string): { title: string; body: string } {
  try {
    const { title, body } = JSON.parse(payload) as Record<string, unknown>;
    return { title: String(title), body: String(body) };
  } catch {
    return { title: "Not JSON", body: payload };
  }
}
