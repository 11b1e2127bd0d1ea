/** What all endpoints of the API share: key, version, idempotency, expansion and errors. */
import { createHash, randomBytes } from "node:crypto";
import { json } from "../../http/answers.ts";
import { parseForm } from "../../http/form.ts";
import { holdsKey } from "../../http/key.ts";
import type { Answer, Incoming, Route } from "../../http/route.ts";
import type { Change } from "../../state/state.ts";
import { own } from "../../state/own.ts";
import type { Store } from "../../state/store.ts";
import { catchUp } from "../billing/due.ts";
import { API_VERSION } from "../objects/wire.ts";
import { StripeError } from "../stripe-error.ts";
import { expand } from "./expand.ts";
import { Params } from "./params.ts";

export type Endpoint = {
  readonly method: Route["method"];
  readonly path: string;
  /** The object to answer with. All its changes are undone when it throws. */
  readonly run: (change: Change, params: Params, id: string) => object;
};

const LONGEST_KEY = 255;

export function endpointRoute(
  store: Store,
  secretKey: string,
  endpoint: Endpoint,
): Route {
  const { method, path } = endpoint;
  const handle = (request: Incoming, id: string): Answer => {
    const requestId = `req_${randomBytes(7).toString("hex")}`;
    const headers = { "Request-Id": requestId, "Stripe-Version": API_VERSION };
    try {
      ensureKey(request, secretKey);
      ensureVersion(request);
      catchUp(store);
      const answer = run(store, endpoint, request, id, requestId);
      return json(200, answer.body, {
        ...headers,
        ...(answer.isRepeated && { "Idempotent-Replayed": "true" }),
      });
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return json(error.status, { error: error.body }, headers);
    }
  };
  return { method, path, audience: "anyone", handle };
}

function run(
  store: Store,
  { method, run }: Endpoint,
  request: Incoming,
  id: string,
  requestId: string,
): { body: unknown; isRepeated: boolean } {
  // The SDK sends parameters of GET and DELETE in the query.
  const form = parseForm(method === "POST" ? request.body : request.query);
  const answer = (change: Change) => {
    const params = new Params(form);
    const paths = params.texts("expand");
    const object = run(change, params, id);
    params.refuseRest();
    return expand(change.state, object, paths);
  };
  if (method === "GET")
    return { body: answer(store.look()), isRepeated: false };
  const key = request.headers["idempotency-key"] ?? null;
  const cause = { id: requestId, idempotency_key: key };
  if (key === null || method !== "POST")
    return { body: store.change(answer, cause), isRepeated: false };
  return store.change((change) => once(change, key, request, answer), cause);
}

/** Gives a repeated request the first one's answer: https://docs.stripe.com/api/idempotent_requests */
function once(
  change: Change,
  key: string,
  request: Incoming,
  answer: (change: Change) => unknown,
): { body: unknown; isRepeated: boolean } {
  if (key.length > LONGEST_KEY)
    throw new StripeError(
      400,
      "invalid_request_error",
      `Idempotency keys have at most ${LONGEST_KEY} characters.`,
      {},
    );
  const { remembered } = change.state.stripe;
  const fingerprint = createHash("sha256")
    .update(`${request.method} ${request.path}\n${request.body}`)
    .digest("hex");
  const first = own(remembered, key);
  if (first === undefined) {
    const body = answer(change);
    remembered[key] = { fingerprint, at: change.now, body };
    return { body, isRepeated: false };
  }
  if (first.fingerprint === fingerprint)
    return { body: first.body, isRepeated: true };
  throw new StripeError(
    400,
    "idempotency_error",
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    {},
  );
}

function ensureKey({ headers }: Incoming, secretKey: string): void {
  if (holdsKey(headers, secretKey)) return;
  const message =
    headers["authorization"] === undefined
      ? "You did not provide an API key."
      : "Invalid API Key provided.";
  throw new StripeError(401, "invalid_request_error", message, {});
}

/** The shapes here belong to one version. Another version's SDK would misread them silently. */
function ensureVersion({ headers }: Incoming): void {
  const version = headers["stripe-version"] ?? API_VERSION;
  if (version === API_VERSION) return;
  throw new StripeError(
    400,
    "invalid_request_error",
    `The stand-in speaks API version ${API_VERSION}, not ${version}.`,
    {},
  );
}
