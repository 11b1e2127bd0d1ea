/** A push service (RFC 8030), and the phones behind it below `/_standin/push/*`, for tests and people. */
import { setTimeout as delay } from "node:timers/promises";
import { json } from "../http/answers.ts";
import { jsonObject } from "../http/json-body.ts";
import type { Answer, Incoming, Route } from "../http/route.ts";
import { nextId } from "../state/ids.ts";
import { own } from "../state/own.ts";
import type { Store } from "../state/store.ts";
import { decrypt, newPhone, signerOf } from "./encryption.ts";
import { ordinaryPushes, type Push, type PushSwitches } from "./push-state.ts";
import { pushesPage } from "./pushes-page.ts";

/** The most pushes and phones kept. Older ones are dropped. */
const KEPT = 500;
/** The size that every service accepts (RFC 8030). */
const MAX_BYTES = 4_096;

export function pushRoutes(store: Store): Route[] {
  const audience = "machine" as const;
  const pushes = () => store.look().state.push.pushes.toReversed();
  return [
    {
      method: "POST",
      path: "/push/:id",
      audience: "anyone",
      handle: (request, id) => take(store, request, id),
    },
    {
      method: "POST",
      path: "/_standin/push/phones",
      audience,
      handle: () => addPhone(store),
    },
    {
      method: "DELETE",
      path: "/_standin/push/phones/:id",
      audience,
      handle: (_, id) => endPhone(store, id),
    },
    {
      method: "GET",
      path: "/_standin/push/messages",
      audience,
      handle: () => json(200, { messages: pushes() }),
    },
    {
      method: "POST",
      path: "/_standin/push/settings",
      audience,
      handle: (request) => setSwitches(store, request),
    },
    {
      method: "GET",
      path: "/pushes",
      audience,
      handle: () => pushesPage(pushes()),
    },
  ];
}

async function take(
  store: Store,
  { headers, bytes }: Incoming,
  id: string,
): Promise<Answer> {
  const { state, origin, now, nowMs } = store.look();
  const { delayMs, fail } = state.push.switches;
  if (delayMs > 0) await delay(delayMs);
  if (fail !== null) return refuse(fail, "The switch is set to fail.");
  const phone = own(state.push.phones, id);
  if (phone === undefined) return refuse(404, "No such subscription.");
  if (phone.gone) return refuse(410, "The subscription is gone.");
  // A push uses the address that functions know, which may be another name of this machine.
  const here =
    headers["host"] === undefined ? origin : `http://${headers["host"]}`;
  const subject = signerOf(headers["authorization"], here, now);
  if (subject === null) return refuse(403, "Not signed for this service.");
  const ttl = headers["ttl"] ?? "";
  if (!/^\d+$/.test(ttl)) return refuse(400, "TTL is missing.");
  const topic = headers["topic"] ?? null;
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic))
    return refuse(400, "Topic is not valid.");
  if (bytes.length > MAX_BYTES) return refuse(413, "The payload is too large.");
  const payload =
    headers["content-encoding"] === "aes128gcm" ? decrypt(bytes, phone) : null;
  if (payload === null) return refuse(400, "Not encrypted for this phone.");
  return store.change((change) => {
    const { pushes } = change.state.push;
    const push = {
      ...{ phone: id, payload, ttl: Number(ttl), topic, subject },
      urgency: headers["urgency"] ?? "normal",
      at: new Date(nowMs).toISOString(),
    };
    keep(pushes, { id: nextId(change.state, "push_"), ...push });
    return {
      status: 201,
      headers: { Location: `${here}/push/${id}/taken` },
      body: "",
    };
  });
}

function keep(pushes: Push[], push: Push): void {
  pushes.push(push);
  if (pushes.length > KEPT) pushes.shift();
}

/** A newly subscribed browser: what its page would send to the application. */
function addPhone(store: Store): Answer {
  return store.change(({ state, origin }) => {
    const id = nextId(state, "phone_");
    const phone = newPhone();
    const { phones } = state.push;
    phones[id] = phone;
    const [oldest] = Object.keys(phones);
    if (oldest !== undefined && Object.keys(phones).length > KEPT)
      delete phones[oldest];
    const { p256dh, auth } = phone;
    return json(200, {
      id,
      endpoint: `${origin}/push/${id}`,
      keys: { p256dh, auth },
    });
  });
}

function endPhone(store: Store, id: string): Answer {
  return store.change(({ state }) => {
    const phone = own(state.push.phones, id);
    if (phone === undefined) return refuse(404, "No such phone.");
    phone.gone = true;
    return json(200, { id, gone: true });
  });
}

function setSwitches(store: Store, request: Incoming): Answer {
  const given = jsonObject(request);
  const switches = given && readSwitches(given);
  if (switches === null)
    return refuse(400, "Send JSON with some of delayMs, fail.");
  store.change(({ state }) => {
    state.push.switches = switches;
  });
  return json(200, switches);
}

/** Switches that are not named have their default. Null for an unknown switch or value. */
function readSwitches(
  given: Readonly<Record<string, unknown>>,
): PushSwitches | null {
  const { delayMs, fail, ...unknown } = {
    ...ordinaryPushes,
    ...given,
  } as Record<keyof PushSwitches, unknown>;
  const isGood =
    Object.keys(unknown).length === 0 &&
    typeof delayMs === "number" &&
    delayMs >= 0 &&
    (fail === null || (typeof fail === "number" && fail >= 400));
  return isGood ? { delayMs, fail } : null;
}

function refuse(status: number, message: string): Answer {
  return json(status, { message });
}
