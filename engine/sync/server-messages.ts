/**
 * Builds the server's messages as text around results that are JSON text already, so that nothing is parsed or encoded
 * twice.
 */
import type {
  ActionResult,
  FunctionFailure,
  MutationResult,
} from "../functions/function-types.ts";
import type { Outcome } from "../reactivity/live-query.ts";
import type { Timestamp } from "../values/json.ts";
import { textFrame } from "./frame.ts";
import { encodeTs } from "./wire-time.ts";

/** A client's state: its query set, its identity and the timestamp at which all its results are valid. */
export type StateVersion = {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: Timestamp;
};

export const PING_FRAME = textFrame('{"type":"Ping"}');

export function fatalErrorText(error: string): string {
  return JSON.stringify({ type: "FatalError", error });
}

/** `baseVersion`: identity version of the last state that was sent. */
export function authErrorText(
  error: string,
  baseVersion: number,
  authUpdateAttempted: boolean,
): string {
  return JSON.stringify({
    type: "AuthError",
    error,
    baseVersion,
    authUpdateAttempted,
  });
}

export function mutationResponseText(
  requestId: number,
  result: MutationResult,
): string {
  const head = `{"type":"MutationResponse","requestId":${requestId}`;
  if (!result.ok) return `${head},${failureFields(result)}}`;
  return `${head},"success":true,"result":${result.value},"ts":"${encodeTs(result.ts)}","logLines":${JSON.stringify(result.logLines)}}`;
}

export function actionResponseText(
  requestId: number,
  result: ActionResult,
): string {
  const head = `{"type":"ActionResponse","requestId":${requestId}`;
  if (!result.ok) return `${head},${failureFields(result)}}`;
  return `${head},"success":true,"result":${result.value},"logLines":${JSON.stringify(result.logLines)}}`;
}

function failureFields(failure: FunctionFailure): string {
  const { message, data, logLines } = failure;
  return `"success":false,"result":${JSON.stringify(message)},"logLines":${JSON.stringify(logLines)}${errorData(data)}`;
}

function errorData(data: unknown): string {
  return data === undefined ? "" : `,"errorData":${JSON.stringify(data)}`;
}

/** `clockSkew` (client minus server, ms) helps only a client that has just signed in; null leaves it out. */
export function transitionText(
  start: StateVersion,
  end: StateVersion,
  modifications: readonly string[],
  clockSkew: number | null,
): string {
  const skew = clockSkew === null ? "" : `,"clientClockSkew":${clockSkew}`;
  return `{"type":"Transition","startVersion":${versionText(start)},"endVersion":${versionText(end)},"modifications":[${modifications.join(",")}]${skew}}`;
}

function versionText({ querySet, identity, ts }: StateVersion): string {
  return `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTs(ts)}"}`;
}

export function queryRemovedText(queryId: number): string {
  return `{"type":"QueryRemoved","queryId":${queryId}}`;
}

export function queryResultText(queryId: number, outcome: Outcome): string {
  const type = outcome.ok ? "QueryUpdated" : "QueryFailed";
  return `{"type":"${type}","queryId":${queryId}${outcomeFields(outcome)}`;
}

const fieldsOf = new WeakMap<Outcome, string>();

/** The part that is the same for all sockets. */
function outcomeFields(outcome: Outcome): string {
  const known = fieldsOf.get(outcome);
  if (known !== undefined) return known;
  const tail = `,"logLines":${JSON.stringify(outcome.logLines)},"journal":${JSON.stringify(outcome.journal)}`;
  const fields = outcome.ok
    ? `,"value":${outcome.value}${tail}}`
    : `,"errorMessage":${JSON.stringify(outcome.message)}${errorData(outcome.data)}${tail}}`;
  fieldsOf.set(outcome, fields);
  return fields;
}
