/** What the runner is asked to run, and the beginnings of every call: whose it is, which function, with what arguments. */
import type { JsonObject, JsonValue } from "../values/json.ts";
import type { LoadedDeployment } from "./loaded-deployment.ts";
import type { Call } from "./execution.ts";
import type { FunctionInfo } from "./function-info.ts";
import { LogLines } from "./log-lines.ts";
import { canonical, parsePath } from "./paths.ts";
import { createRandom } from "./random.ts";
import { newRequestId } from "./thrown.ts";
import type { Caller, RequestInfo } from "./function-types.ts";
import {
  checkedArguments,
  notFound,
  type TableNumbers,
  wrongType,
} from "./validation.ts";

export type CallRequest = {
  readonly path: string;
  readonly args: JsonValue;
  readonly caller: Caller;
  /** `all` for calls from inside the deployment. */
  readonly access: "public" | "all";
  readonly requestId: string;
  readonly request: RequestInfo;
  /** Id of the scheduled function on whose behalf this is called, null if there is none. */
  readonly scheduledId: string | null;
};

const NO_REQUEST: RequestInfo = { ip: null, userAgent: null };

/** A call from outside: internal functions only for those who administer the deployment. */
export function outsideCall(
  path: string,
  args: JsonValue,
  caller: Caller,
  request: RequestInfo = NO_REQUEST,
): CallRequest {
  const { kind } = caller;
  return {
    path,
    args,
    caller,
    request,
    access: kind === "admin" || kind === "system" ? "all" : "public",
    requestId: newRequestId(),
    scheduledId: null,
  };
}

/** A call by the scheduler or a cron. */
export function jobCall(
  path: string,
  args: JsonObject,
  scheduledId: string | null,
): CallRequest {
  return { ...outsideCall(path, args, { kind: "system" }), scheduledId };
}

/** The state of one run of a call. A run that is repeated gets a new one. */
export function beginCall(
  request: CallRequest,
  deployment: LoadedDeployment,
): Call {
  return {
    deployment,
    caller: request.caller,
    requestId: request.requestId,
    request: request.request,
    scheduledId: request.scheduledId,
    now: Date.now(),
    random: createRandom(),
    log: new LogLines(),
    identityRead: false,
    missingTable: null,
    scheduled: { count: 0, bytes: 0 },
    isOver: false,
  };
}

/**
 * The function a call asks for and its checked argument.
 * @param catalog that of the transaction in which it runs, where there is one.
 * @throws FunctionThrew when there is none that the caller may call, or its kind or arguments are wrong.
 */
export function resolveCall(
  request: CallRequest,
  deployment: LoadedDeployment | null,
  udfType: FunctionInfo["udfType"],
  catalog: TableNumbers | undefined = deployment?.catalog,
): { info: FunctionInfo; args: string } {
  const path = parsePath(request.path);
  const info = deployment?.functions.get(canonical(path));
  const mayCall = request.access === "all" || info?.visibility === "public";
  if (!catalog || info === undefined || !mayCall) throw notFound(path);
  if (info.udfType !== udfType) throw wrongType(info, udfType);
  const args = checkedArguments(info, request.args, catalog);
  return { info, args: JSON.stringify([args]) };
}
