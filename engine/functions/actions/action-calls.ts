/**
 * Answers what actions ask the engine: calls of other functions, each a transaction of its own, scheduling, files,
 * metadata. Source: crates/isolate/src/environment/action/async_syscall.rs of get-convex/convex-backend.
 */
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import type {
  Database,
  Transaction,
} from "../../transactions/transaction-types.ts";
import type { CallRequest } from "../calls.ts";
import type { LoadedDeployment } from "../loaded-deployment.ts";
import type { FunctionPath } from "../paths.ts";
import { canonical } from "../paths.ts";
import { deriveKey, type ScryptParameters } from "../scrypt.ts";
import { addressOf } from "../syscalls/function-address.ts";
import { identityOf } from "../syscalls/user-identity.ts";
import {
  createFunctionHandle,
  deploymentMetadata,
  functionMetadata,
  requestMetadata,
} from "../syscalls/metadata.ts";
import { jobId, schedulingOf } from "../syscalls/scheduling.ts";
import { isFile, storageId } from "../syscalls/storage.ts";
import type { AnswerSyscall } from "./pool.ts";
import type { SyscallValue } from "./protocol.ts";

/** What an action may have run on its behalf; each gives JSON text and rejects as the function fails. */
export type Nested = {
  readonly query: (request: CallRequest) => Promise<string>;
  readonly mutation: (request: CallRequest) => Promise<string>;
  readonly action: (request: CallRequest) => Promise<string>;
};

export type ActionContext = {
  readonly database: Database;
  /** What is deployed now, which is not always what the action's own code is. */
  readonly deployment: () => LoadedDeployment;
  readonly nested: Nested;
  readonly request: CallRequest;
  readonly path: FunctionPath;
};

type Answering = (args: JsonObject, context: ActionContext) => Promise<string>;

const NESTED = {
  "1.0/actions/query": "query",
  "1.0/actions/mutation": "mutation",
  "1.0/actions/action": "action",
} as const;

const ANSWERS: Readonly<Record<string, Answering>> = {
  "1.0/actions/schedule": (args, context) =>
    write(context, (transaction, deployment) => {
      const job = schedulingOf(deployment, args, Date.now());
      const parent = context.request.scheduledId;
      return JSON.stringify(
        deployment.scheduler.schedule(transaction, { ...job, parent }),
      );
    }),
  "1.0/actions/cancel_job": (args, context) =>
    write(context, (transaction, deployment) => {
      deployment.scheduler.cancel(transaction, jobId(deployment, args));
      return "null";
    }),
  "1.0/actions/vectorSearch": async () => {
    throw new UserError("Vector search is not supported by this deployment.");
  },
  "1.0/getUserIdentity": async (_args, { request }) =>
    JSON.stringify(identityOf(request.caller)),
  "1.0/getFunctionMetadata": async (_args, { path }) => functionMetadata(path),
  "1.0/getDeploymentMetadata": async (_args, { deployment }) =>
    deploymentMetadata(deployment()),
  "1.0/getRequestMetadata": async (_args, { request }) =>
    requestMetadata(request.request, request.requestId, request.scheduledId),
  "1.0/createFunctionHandle": async (args, { deployment }) =>
    createFunctionHandle(deployment(), args),
  "1.0/storageGetUrl": (args, context) =>
    read(context, (transaction, deployment) => {
      const id = storageId(args, "storage.getUrl");
      return isFile(deployment, id)
        ? deployment.files.getUrl(transaction, id)
        : null;
    }),
  "1.0/storageGetMetadata": (args, context) =>
    read(context, (transaction, deployment) => {
      const id = storageId(args, "storage.getMetadata");
      return isFile(deployment, id)
        ? deployment.files.getMetadata(transaction, id)
        : null;
    }),
  "1.0/storageGenerateUploadUrl": async (_args, { deployment }) =>
    JSON.stringify(deployment().files.generateUploadUrl()),
  "1.0/storageDelete": (args, context) =>
    write(context, (transaction, deployment) => {
      const id = storageId(args, "storage.delete");
      if (!isFile(deployment, id))
        throw new UserError(`storage id ${id} not found`);
      deployment.files.delete(transaction, id);
      return "null";
    }),
  "1.0/auditLog": async () => {
    throw new UserError("Audit logging is not yet supported in actions");
  },
};

/** Answers the syscalls of one action. */
export function actionSyscalls(context: ActionContext): AnswerSyscall {
  return async (operation, args): Promise<SyscallValue> => {
    if (operation === "engine/scrypt") return scrypt(args);
    if (operation === "storage/storeBlob") return storeBlob(context, args);
    if (operation === "storage/getBlob") return getBlob(context, args);
    const given = JSON.parse(String(args)) as JsonObject;
    if (Object.hasOwn(NESTED, operation))
      return callNested(
        context,
        NESTED[operation as keyof typeof NESTED],
        given,
      );
    const answer = Object.hasOwn(ANSWERS, operation)
      ? ANSWERS[operation]
      : undefined;
    if (answer === undefined)
      throw new UserError(`Unknown async operation ${operation}`);
    return answer(given, context);
  };
}

async function callNested(
  { nested, request }: ActionContext,
  kind: keyof Nested,
  args: JsonObject,
): Promise<string> {
  const method = {
    query: "runQuery",
    mutation: "runMutation",
    action: "runAction",
  }[kind];
  const given: JsonValue = args["args"] ?? {};
  return nested[kind]({
    ...request,
    path: canonical(addressOf(args, method)),
    args: given,
    access: "all",
  });
}

async function read(
  { database, deployment }: ActionContext,
  what: (transaction: Transaction, deployment: LoadedDeployment) => unknown,
): Promise<string> {
  const { value, ts } = await database.runQuery(async (transaction) =>
    JSON.stringify(what(transaction, deployment())),
  );
  await database.whenDurable(ts);
  return value;
}

async function write(
  { database, deployment }: ActionContext,
  what: (transaction: Transaction, deployment: LoadedDeployment) => string,
): Promise<string> {
  const { value, ts } = await database.runMutation(async (transaction) => ({
    value: what(transaction, deployment()),
  }));
  await database.whenDurable(ts);
  return value;
}

async function storeBlob(
  { deployment }: ActionContext,
  args: unknown,
): Promise<string> {
  const { content, contentType, sha256 } = args as {
    content: Uint8Array;
    contentType: string | null;
    sha256: string | null;
  };
  return deployment().files.store({ content, contentType }, sha256);
}

async function getBlob(
  { deployment }: ActionContext,
  args: unknown,
): Promise<SyscallValue> {
  const id = storageId(args as JsonObject, "storage.get");
  const { files, pool } = deployment();
  return isFile(deployment(), id) ? files.load(id, pool.memory) : null;
}

async function scrypt(args: unknown): Promise<Uint8Array> {
  const { password, salt, parameters } = args as {
    password: Uint8Array;
    salt: Uint8Array;
    parameters: ScryptParameters;
  };
  return deriveKey(password, salt, parameters);
}
