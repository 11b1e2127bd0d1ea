/** The two resources of Twilio's API that the product uses: https://www.twilio.com/docs/messaging/api/message-resource */
import { setTimeout as pause } from "node:timers/promises";
import { json } from "../http/answers.ts";
import type { Answer, Incoming, Route } from "../http/route.ts";
import { nextId } from "../state/ids.ts";
import type { Store } from "../state/store.ts";
import { accountOf, type Account } from "./accounts.ts";
import type { News } from "./news.ts";
import { keepText, type Text } from "./twilio-state.ts";

const ROOT = "/2010-04-01/Accounts/:sid";

/** Twilio's own numbers for testing failures: https://www.twilio.com/docs/iam/test-credentials */
const TROUBLE: Readonly<Partial<Record<string, number>>> = {
  "+15005550001": 21211,
  "+15005550002": 21612,
  "+15005550003": 21408,
  "+15005550004": 21610,
  "+15005550009": 21614,
};

export function apiRoutes(
  store: Store,
  accounts: readonly Account[],
  news: News,
): Route[] {
  const owned =
    (
      handle: (account: Account, request: Incoming) => Answer | Promise<Answer>,
    ) =>
    (request: Incoming, sid: string) => {
      const account = accountOf(accounts, request.headers);
      return account?.sid === sid
        ? handle(account, request)
        : refuse(401, 20003, "Authenticate");
    };
  return [
    {
      method: "POST",
      path: `${ROOT}/Messages.json`,
      audience: "anyone",
      handle: owned((account, { body }) =>
        send(store, news, account, new URLSearchParams(body)),
      ),
    },
    {
      method: "GET",
      path: `${ROOT}/IncomingPhoneNumbers.json`,
      audience: "anyone",
      handle: owned(({ sid, number }, { query }) => {
        const asked = new URLSearchParams(query).get("PhoneNumber") ?? "";
        // As at Twilio: part of a number finds it.
        const found = number.includes(asked);
        const one = { account_sid: sid, phone_number: number };
        return json(200, {
          incoming_phone_numbers: found ? [one] : [],
          ...{ page: 0, page_size: 50, next_page_uri: null },
        });
      }),
    },
  ];
}

async function send(
  store: Store,
  news: News,
  account: Account,
  form: URLSearchParams,
): Promise<Answer> {
  const { answer, answerDelayMs } = store.look().state.twilio.switches;
  if (answerDelayMs > 0) await pause(answerDelayMs);
  if (answer === "busy") return refuse(429, 20429, "Too Many Requests");
  if (answer === "error") return refuse(503, 20500, "Service unavailable");
  const from = form.get("From") ?? "";
  const to = form.get("To") ?? "";
  const body = form.get("Body") ?? "";
  const code = problemOf(store, account, { from, to, body });
  if (code !== null) return refuse(400, code, "The message was refused.");
  const text = store.change((change): Text => {
    const { state, nowMs } = change;
    const made: Text = {
      sid: nextId(state, "SM"),
      account: account.sid,
      ...{ from, to, body, way: "out", status: "queued" },
      errorCode: null,
      callback: form.get("StatusCallback"),
      at: new Date(nowMs).toISOString(),
    };
    keepText(state.twilio, made);
    return made;
  });
  news.tell(account, text);
  if (answer === "lost") return refuse(503, 20500, "Service unavailable");
  return json(201, {
    ...{ sid: text.sid, account_sid: account.sid, from, to, body },
    ...{ status: "queued", error_code: null, error_message: null },
    ...{ api_version: "2010-04-01", direction: "outbound-api" },
  });
}

function problemOf(
  store: Store,
  account: Account,
  { from, to, body }: Pick<Text, "from" | "to" | "body">,
): number | null {
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return 21211;
  if (from !== account.number) return 21606;
  if (body === "") return 21602;
  const { stopped } = store.look().state.twilio;
  if (stopped.includes(`${from} ${to}`)) return 21610;
  return TROUBLE[to] ?? null;
}

function refuse(status: number, code: number, message: string): Answer {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return json(status, { code, message, more_info, status });
}
