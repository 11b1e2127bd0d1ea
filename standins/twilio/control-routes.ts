/** In place of phones and Twilio's console: customers' texts, switches, and the outbox. For this machine only. */
import { json, seeOther } from "../http/answers.ts";
import { jsonObject } from "../http/json-body.ts";
import type { Answer, Incoming, Route } from "../http/route.ts";
import { html, type Html } from "../pages/html.ts";
import { layout, TEXTS_NOTICE } from "../pages/layout.ts";
import { nextId } from "../state/ids.ts";
import type { Store } from "../state/store.ts";
import type { Account } from "./accounts.ts";
import type { News } from "./news.ts";
import { keepText, readSwitches, type Text } from "./twilio-state.ts";

const STOP =
  /^\s*(?:STOP|STOPALL|UNSUBSCRIBE|CANCEL|END|QUIT|OPTOUT|REVOKE)\s*$/i;
const START = /^\s*(?:START|YES|UNSTOP)\s*$/i;

type World = {
  readonly store: Store;
  /** The platform's first, then the shop's own. */
  readonly accounts: readonly Account[];
  readonly news: News;
  readonly inbound: string;
};

export function textControlRoutes(world: World): Route[] {
  const audience = "machine" as const;
  const { store } = world;
  const texts = () => store.look().state.twilio.texts.toReversed();
  return [
    {
      method: "GET",
      path: "/_standin/twilio/messages",
      audience,
      handle: () => json(200, { messages: texts() }),
    },
    {
      method: "GET",
      path: "/_standin/twilio/settings",
      audience,
      handle: () => json(200, store.look().state.twilio.switches),
    },
    {
      method: "POST",
      path: "/_standin/twilio/settings",
      audience,
      handle: (request) => setSwitches(store, request),
    },
    {
      method: "GET",
      path: "/_standin/twilio/accounts",
      audience,
      handle: () => json(200, { accounts: world.accounts }),
    },
    {
      method: "POST",
      path: "/_standin/twilio/inbound",
      audience,
      handle: async (request) => {
        const { from, to, body, sid } = jsonObject(request) ?? {};
        if (![from, to, body].every((one) => typeof one === "string"))
          return json(400, { message: "Send JSON with from, to and body." });
        const text = { from: String(from), to: String(to), body: String(body) };
        const given = typeof sid === "string" ? { ...text, sid } : text;
        const answer = await receive(world, given);
        return json(answer === null ? 404 : 200, answer ?? {});
      },
    },
    {
      method: "GET",
      path: "/texts",
      audience,
      handle: () => page(texts(), world.accounts),
    },
    {
      method: "POST",
      path: "/texts",
      audience,
      handle: async ({ body }) => {
        const form = new URLSearchParams(body);
        const text = (name: string) => form.get(name) ?? "";
        await receive(world, {
          ...{ from: text("from"), to: text("to"), body: text("body") },
        });
        return seeOther("/texts");
      },
    },
  ];
}

function setSwitches(store: Store, request: Incoming): Answer {
  const given = jsonObject(request);
  const { switches: old } = store.look().state.twilio;
  const switches = given && readSwitches(old, given);
  if (switches === null)
    return json(400, {
      message:
        "Send JSON with some of answer, answerDelayMs, outcome, errorCode, callbackDelayMs, duplicate, reorder, reset.",
    });
  store.change(({ state }) => {
    state.twilio.switches = switches;
  });
  return json(200, switches);
}

/** A phone texts one of our numbers. Null when the number is not ours. */
async function receive(
  { store, accounts, news, inbound }: World,
  given: { from: string; to: string; body: string; sid?: string },
): Promise<{ status: number; reply: string | null } | null> {
  const { from, to, body } = given;
  const account = accounts.find(({ number }) => number === to);
  if (account === undefined) return null;
  const text = store.change(({ state, nowMs }): Text => {
    const pair = `${to} ${from}`;
    const { stopped } = state.twilio;
    const place = stopped.indexOf(pair);
    if (STOP.test(body) && place < 0) stopped.push(pair);
    if (START.test(body) && place >= 0) stopped.splice(place, 1);
    const made: Text = {
      sid: given.sid ?? nextId(state, "SM"),
      account: account.sid,
      ...{ from, to, body, way: "in", status: "received" },
      ...{ errorCode: null, callback: null },
      at: new Date(nowMs).toISOString(),
    };
    keepText(state.twilio, made);
    return made;
  });
  const answer = await news.post(account, inbound, {
    ...{ MessageSid: text.sid, SmsSid: text.sid, AccountSid: account.sid },
    ...{ From: from, To: to, Body: body, NumMedia: "0", NumSegments: "1" },
    ...{ SmsMessageSid: text.sid, ApiVersion: "2010-04-01" },
  });
  const [, reply = null] =
    /<Message>([^<]*)<\/Message>/.exec(answer.body) ?? [];
  if (reply !== null)
    store.change(({ state, nowMs }) => {
      keepText(state.twilio, {
        sid: nextId(state, "SM"),
        account: account.sid,
        ...{ from: to, to: from, body: unescapeXml(reply), way: "reply" },
        ...{ status: "sent", errorCode: null, callback: null },
        at: new Date(nowMs).toISOString(),
      });
    });
  return {
    status: answer.status,
    reply: reply === null ? null : unescapeXml(reply),
  };
}

function unescapeXml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function page(texts: readonly Text[], accounts: readonly Account[]): Answer {
  const [, own] = accounts;
  return layout(
    200,
    "Texts",
    TEXTS_NOTICE,
    html`<p><a href="/outbox">Mails</a></p>
      ${
        own === undefined
          ? null
          : html`<p>
              A Twilio account to try "own credentials" with: SID
              <code>${own.sid}</code>, token <code>${own.token}</code>, number
              <code>${own.number}</code>
            </p>`
      }
      ${
        texts.length === 0
          ? html`<p>No texts yet.</p>`
          : html`<ol class="mails">
              ${texts.map(one)}
            </ol>`
      }`,
  );
}

function one({ from, to, body, status, way, at }: Text): Html {
  return html`<li>
    <h2>${way === "in" ? `${from} wrote` : `To ${to}`}</h2>
    <pre>${body}</pre>
    <dl>
      <dt>${way === "in" ? "To" : "From"}</dt>
      <dd>${way === "in" ? to : from}</dd>
      <dt>State</dt>
      <dd>${status}</dd>
      <dt>At</dt>
      <dd>
        <time datetime="${at}">${at.replace("T", " ").slice(0, 16)} UTC</time>
      </dd>
    </dl>
    ${
      way === "out"
        ? html`<form method="post" action="/texts">
            <input type="hidden" name="from" value="${to}" />
            <input type="hidden" name="to" value="${from}" />
            <label>
              Reply from this phone
              <input name="body" value="1" required />
            </label>
            <button>Send</button>
          </form>`
        : null
    }
  </li>`;
}
