/**
 * Dispatches the database calls, and checks which kinds of functions may make them. Calls of nested functions are in
 * nested.ts.
 */
import { mayHoldCommitTs } from "../../values/commit-ts.ts";
import type { JsonObject } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import { parseArgs } from "../../values/parse-json.ts";
import type { Execution } from "../running/execution.ts";
import { getUserIdentity } from "./user-identity.ts";
import {
  createFunctionHandle,
  DEPLOYMENT_METADATA,
  functionMetadata,
  getSnapshotTs,
  getTransactionMetrics,
  requestMetadata,
} from "./metadata.ts";
import { count, get, normalizeId } from "./reads.ts";
import { cancelJob, schedule } from "./scheduling.ts";
import {
  storageDelete,
  storageGenerateUploadUrl,
  storageGetMetadata,
  storageGetUrl,
} from "./storage.ts";
import {
  queryCleanup,
  queryPage,
  queryStream,
  queryStreamNext,
} from "./streams.ts";
import { insert, remove, replace, shallowMerge } from "./writes.ts";

/** Returns the JSON text of its result. */
type Syscall = (execution: Execution, args: JsonObject) => string;

const SYNC: Readonly<Record<string, Syscall>> = {
  "1.0/queryStream": queryStream,
  "1.0/queryCleanup": queryCleanup,
  "1.0/db/normalizeId": normalizeId,
  "1.0/getSnapshotTs": getSnapshotTs,
};

const ASYNC: Readonly<Record<string, Syscall>> = {
  "1.0/get": get,
  "1.0/queryStreamNext": queryStreamNext,
  "1.0/queryPage": queryPage,
  "1.0/count": count,
  "1.0/getUserIdentity": getUserIdentity,
  "1.0/storageGetUrl": storageGetUrl,
  "1.0/storageGetMetadata": storageGetMetadata,
  "1.0/getTransactionMetrics": getTransactionMetrics,
  "1.0/getFunctionMetadata": ({ path, code }) => functionMetadata(path, code),
  "1.0/getDeploymentMetadata": () => DEPLOYMENT_METADATA,
  "1.0/createFunctionHandle": ({ code }, args) =>
    createFunctionHandle(code, args),
};

const OF_MUTATIONS: Readonly<Record<string, Syscall>> = {
  "1.0/insert": insert,
  "1.0/shallowMerge": shallowMerge,
  "1.0/replace": replace,
  "1.0/remove": remove,
  "1.0/schedule": schedule,
  "1.0/cancel_job": cancelJob,
  "1.0/storageGenerateUploadUrl": storageGenerateUploadUrl,
  "1.0/storageDelete": storageDelete,
  "1.0/getRequestMetadata": ({ call }) => {
    call.identityRead = true;
    return requestMetadata(call.request, call.requestId, call.scheduledId);
  },
  "1.0/signJwt": () => {
    throw new UserError("`signJwt` is not supported by this deployment.");
  },
  "1.0/auditLog": ({ call }, { body }) => {
    call.log.add("INFO", ["[audit]", JSON.stringify(body)]);
    return "null";
  },
};

/** @throws UserError for an unknown operation, and the operation's errors. */
export function syscall(
  execution: Execution,
  operation: string,
  args: string,
): string {
  const handle = find(SYNC, operation);
  if (handle === undefined)
    throw new UserError(`Unknown operation ${operation}`);
  return handle(execution, parse(execution, args));
}

/** @throws UserError for an operation that is unknown or not for this kind of function, and the operation's errors. */
export function asyncSyscall(
  execution: Execution,
  operation: string,
  args: string,
): string {
  const handle = find(ASYNC, operation) ?? forMutation(execution, operation);
  if (handle === undefined)
    throw new UserError(`Unknown async operation ${operation}`);
  return handle(execution, parse(execution, args));
}

/** npm convex never does this in a query, but code may call `Convex.asyncSyscall` directly. */
function forMutation(
  execution: Execution,
  operation: string,
): Syscall | undefined {
  const handle = find(OF_MUTATIONS, operation);
  if (handle !== undefined && execution.udfType !== "Mutation")
    throw new UserError(`Cannot use ${operation} in a ${execution.udfType}`);
  return handle;
}

function find(
  table: Readonly<Record<string, Syscall>>,
  operation: string,
): Syscall | undefined {
  return Object.hasOwn(table, operation) ? table[operation] : undefined;
}

function parse({ root }: Execution, args: string): JsonObject {
  // Rare, and faster than checking each value.
  if (mayHoldCommitTs(args) && root.udfType === "Mutation")
    root.transaction.stamp();
  return parseArgs(args);
}
