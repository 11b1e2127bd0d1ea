/** The runner's call requests, and the first steps of every call: find the function, check access and arguments. */
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { networkOf } from "../../values/network.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import type { Transaction } from "../../transactions/transaction-types.ts";
import { NOTHING_SCHEDULED, tablesOf, type Call } from "./execution.ts";
import type { FunctionInfo } from "../deployed/function-info.ts";
import { LogLines } from "../log-lines.ts";
import {
  canonical,
  inComponent,
  parseAddress,
  parsePath,
  splitAddress,
} from "../paths.ts";
import { createRandom } from "../random.ts";
import { newRequestId } from "../thrown.ts";
import type { Caller, RequestInfo } from "../function-types.ts";
import { checkedArguments, notFound, wrongType } from "../validation.ts";

export type CallRequest = {
  /** Component of the function; "" is the app. */
  readonly component: string;
  readonly path: string;
  readonly args: JsonValue;
  readonly caller: Caller;
  /** `all` for calls from inside the deployment. */
  readonly access: "public" | "all";
  readonly requestId: string;
  readonly request: RequestInfo;
  /** Id of the scheduled function that made this call, directly or indirectly; null if none. */
  readonly scheduledId: string | null;
};

const NO_REQUEST: RequestInfo = { ip: null, userAgent: null };

/** A call from outside: only admins may call internal functions, and those of components. */
export function outsideCall(
  path: string,
  args: JsonValue,
  caller: Caller,
  request: RequestInfo = NO_REQUEST,
): CallRequest {
  const { kind } = caller;
  const access = kind === "admin" || kind === "system" ? "all" : "public";
  return {
    ...(access === "all" ? splitAddress(path) : { component: "", path }),
    args,
    caller,
    request,
    access,
    requestId: newRequestId(),
    scheduledId: null,
  };
}

/** A call by the scheduler or a cron. @param path the text of an address (paths.ts) */
export function jobCall(
  path: string,
  args: JsonObject,
  scheduledId: string | null,
): CallRequest {
  return { ...outsideCall(path, args, { kind: "system" }), scheduledId };
}

/** The network whose limits apply to a call: null for this machine's own, and for jobs. */
export function networkBehind({
  request: { ip },
}: Pick<CallRequest, "request">): string | null {
  return ip === null ? null : networkOf(ip);
}

/**
 * The state of one run of a call; a repeated run gets a new one.
 * @param deployment the called code
 * @param network whose turn it takes
 */
export function beginCall(
  request: CallRequest,
  deployment: LoadedDeployment,
  network: string | null,
): Call {
  return {
    deployment,
    caller: request.caller,
    requestId: request.requestId,
    request: request.request,
    network,
    cost: 0,
    scheduledId: request.scheduledId,
    now: Date.now(),
    random: createRandom(),
    log: new LogLines(),
    identityRead: false,
    missingTable: null,
    scheduled: { ...NOTHING_SCHEDULED },
    isOver: false,
  };
}

/**
 * Returns the called function, its code, and its checked arguments.
 * @param deployment the app's.
 * @param transaction in which it runs, if any.
 * @throws FunctionThrew when there is none that the caller may call, or its kind or arguments are wrong.
 */
export function resolveCall(
  request: CallRequest,
  deployment: Pick<LoadedDeployment, "components"> | null,
  udfType: FunctionInfo["udfType"],
  transaction: Transaction | null,
): { code: LoadedDeployment; info: FunctionInfo; args: string } {
  const path = parsePath(request.path);
  const code = deployment?.components.get(request.component);
  const info = code?.functions.get(canonical(path));
  const mayCall = request.access === "all" || info?.visibility === "public";
  if (
    !code || // Guard untested: without code there is no function either; the check is for the type.
    info === undefined ||
    !mayCall
  )
    throw notFound(parseAddress(inComponent(request.component, request.path)));
  if (info.udfType !== udfType) throw wrongType(info, udfType);
  const tables = transaction ? tablesOf(transaction, code) : code.tables;
  const args = checkedArguments(info, request.args, tables);
  return { code, info, args: JSON.stringify([args]) };
}
