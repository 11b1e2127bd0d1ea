/** `POST /emails`, as in Resend: https://resend.com/docs/api-reference/emails/send-email */
import { createHash } from "node:crypto";
import { json } from "../http/answers.ts";
import { jsonObject } from "../http/json-body.ts";
import { holdsKey } from "../http/key.ts";
import type { Answer, Incoming, Route } from "../http/route.ts";
import type { Change } from "../state/state.ts";
import { own } from "../state/own.ts";
import type { Store } from "../state/store.ts";
import { keep } from "./keep.ts";
import { readMail } from "./read-mail.ts";
import { troubleOf } from "./trouble.ts";

const REMEMBERED_FOR = 24 * 3600;
const LONGEST_KEY = 256;

export function emailsRoute(store: Store, apiKey: string): Route {
  return {
    method: "POST",
    path: "/emails",
    audience: "anyone",
    handle: (request) => send(store, apiKey, request),
  };
}

function send(store: Store, apiKey: string, request: Incoming): Answer {
  const { headers, body } = request;
  if (headers["authorization"] === undefined)
    return refuse(401, "missing_api_key", "Missing API Key");
  if (!holdsKey(headers, apiKey))
    return refuse(403, "invalid_api_key", "API key is invalid");
  const key = headers["idempotency-key"] ?? null;
  if (key !== null && (key === "" || key.length > LONGEST_KEY))
    return refuse(
      400,
      "invalid_idempotency_key",
      `The key must be between 1-${LONGEST_KEY} chars.`,
    );
  const given = jsonObject(request);
  if (given === null)
    return refuse(422, "validation_error", "The body must be a JSON object.");
  const mail = readMail(given);
  if ("problem" in mail) return refuse(422, mail.name, mail.problem);
  switch (troubleOf(mail.to)) {
    case "refuse":
      return refuse(422, "validation_error", "The recipient is refused.");
    case "later":
      return refuse(500, "application_error", "Try again later.");
    case "cut":
    case "slow":
    case null:
  }
  const fingerprint = createHash("sha256").update(body).digest("hex");
  return store.change((change) => {
    if (key === null) return json(200, { id: keep(change, mail) });
    const { remembered } = change.state.mail;
    forgetOld(change);
    const first = own(remembered, key);
    if (first?.fingerprint === fingerprint) return json(200, { id: first.id });
    if (first !== undefined)
      return refuse(
        409,
        "invalid_idempotent_request",
        "Same idempotency key used with a different request payload.",
      );
    const id = keep(change, mail);
    remembered[key] = { fingerprint, id, at: change.now };
    return json(200, { id });
  });
}

function forgetOld({ state, now }: Change): void {
  const { remembered } = state.mail;
  for (const [key, { at }] of Object.entries(remembered))
    if (at + REMEMBERED_FOR <= now) delete remembered[key];
}

function refuse(statusCode: number, name: string, message: string): Answer {
  return json(statusCode, { statusCode, name, message });
}
