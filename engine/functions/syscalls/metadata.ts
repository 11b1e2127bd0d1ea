/** `ctx.meta` and similar: what code may know about its execution. */
import { convexToJson } from "convex/values";
import type { JsonObject } from "../../values/json.ts";
import type { TransactionLimits } from "../../values/limits.ts";
import { UserError } from "../../values/user-error.ts";
import { addressOf, handleOf } from "./function-address.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import type { Execution } from "../running/execution.ts";
import { canonical, stripped, type FunctionPath } from "../paths.ts";
import type { RequestInfo } from "../function-types.ts";

/** What a call has used of each limit. */
export function usedBy({ transaction, call }: Execution): TransactionLimits {
  const { count, bytes } = call.scheduled;
  return {
    ...transaction.metrics(),
    functionsScheduled: count,
    scheduledFunctionArgsBytes: bytes,
  };
}

/** → used and remaining amounts of each limit */
export function getTransactionMetrics(execution: Execution): string {
  const used = usedBy(execution);
  const { limits } = execution.transaction;
  const names = Object.keys(limits) as (keyof TransactionLimits)[];
  return JSON.stringify(
    Object.fromEntries(
      names.map((name) => [
        name,
        { used: used[name], remaining: limits[name] - used[name] },
      ]),
    ),
  );
}

/** → the timestamp this execution reads at, as an int64 of ns since the epoch */
export function getSnapshotTs(execution: Execution): string {
  const nanoseconds = BigInt(execution.transaction.beginTs) * 1000n;
  return JSON.stringify(convexToJson(nanoseconds));
}

export function functionMetadata(
  path: FunctionPath,
  { component }: LoadedDeployment,
): string {
  return JSON.stringify({ name: stripped(path), componentPath: component });
}

export const DEPLOYMENT_METADATA = JSON.stringify({
  name: "local",
  region: null,
  class: "selfHosted",
});

/** `authToken` is null: tokens are not kept after verification. */
export function requestMetadata(
  request: RequestInfo,
  requestId: string,
  scheduledId: string | null,
): string {
  return JSON.stringify({
    ip: request.ip,
    userAgent: request.userAgent,
    requestId,
    scheduledFunctionId: scheduledId,
    authToken: null,
  });
}

/** `{name}` or `{reference}` → handle. @throws UserError when there is no such function. */
export function createFunctionHandle(
  code: LoadedDeployment,
  args: JsonObject,
): string {
  const address = addressOf(args, "createFunctionHandle", code);
  const owner = code.components.get(address.component);
  if (!owner?.functions.has(canonical(address)))
    throw new UserError(`Could not find function for '${stripped(address)}'.`);
  return JSON.stringify(handleOf(address));
}
