/**
 * Answers the syscalls of actions: calls of other functions, each in its own transaction, scheduling, files, metadata.
 * Source: crates/isolate/src/environment/action/async_syscall.rs of get-convex/convex-backend.
 */
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import { parseArgs } from "../../values/parse-json.ts";
import type {
  Database,
  Transaction,
} from "../../transactions/transaction-types.ts";
import type { CallRequest } from "../running/calls.ts";
import { callerWithin, NOTHING_SCHEDULED } from "../running/execution.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import type { FunctionPath } from "../paths.ts";
import { canonical } from "../paths.ts";
import { deriveKey, type ScryptParameters } from "../scrypt.ts";
import { addressOf } from "../syscalls/function-address.ts";
import { identityOf } from "../syscalls/user-identity.ts";
import {
  createFunctionHandle,
  DEPLOYMENT_METADATA,
  functionMetadata,
  requestMetadata,
} from "../syscalls/metadata.ts";
import { countScheduled, jobId, schedulingOf } from "../syscalls/scheduling.ts";
import { isFile, storageId } from "../syscalls/storage.ts";
import { isObject, textOf } from "../syscalls/arguments.ts";
import type { VectorIndexes } from "../vectors/vector-indexes.ts";
import { parseVectorQuery } from "../vectors/vector-query.ts";
import type { AnswerSyscall } from "./job.ts";
import type { SyscallValue } from "./protocol.ts";

/** Functions an action may call; each returns JSON text and rejects when the function fails. */
export type Nested = {
  readonly query: (request: CallRequest) => Promise<string>;
  readonly mutation: (request: CallRequest) => Promise<string>;
  readonly action: (request: CallRequest) => Promise<string>;
};

export type ActionContext = {
  readonly database: Database;
  /** The current deployment of the action's app or component; not always the action's own code. */
  readonly code: () => LoadedDeployment;
  readonly nested: Nested;
  readonly vectors: VectorIndexes;
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
    write(context, (transaction, code) => {
      const job = schedulingOf(code, args, Date.now());
      countScheduled({ ...NOTHING_SCHEDULED }, job.args);
      const parent = context.request.scheduledId;
      return JSON.stringify(
        code.scheduler.schedule(transaction, { ...job, parent }),
      );
    }),
  "1.0/actions/cancel_job": (args, context) =>
    write(context, (transaction, code) => {
      code.scheduler.cancel(transaction, jobId(code, args));
      return "null";
    }),
  "1.0/actions/vectorSearch": vectorSearch,
  "1.0/getUserIdentity": async (_args, { request }) =>
    JSON.stringify(identityOf(request.caller)),
  "1.0/getFunctionMetadata": async (_args, { path, code }) =>
    functionMetadata(path, code()),
  "1.0/getDeploymentMetadata": async () => DEPLOYMENT_METADATA,
  "1.0/getRequestMetadata": async (_args, { request }) =>
    requestMetadata(request.request, request.requestId, request.scheduledId),
  "1.0/createFunctionHandle": async (args, { code }) =>
    createFunctionHandle(code(), args),
  "1.0/storageGetUrl": (args, context) =>
    read(context, (transaction, code) => {
      const id = storageId(args, "storage.getUrl");
      return isFile(code, id) ? code.files.getUrl(transaction, id) : null;
    }),
  "1.0/storageGetMetadata": (args, context) =>
    read(context, (transaction, code) => {
      const id = storageId(args, "storage.getMetadata");
      return isFile(code, id) ? code.files.getMetadata(transaction, id) : null;
    }),
  "1.0/storageGenerateUploadUrl": async (_args, { code }) =>
    JSON.stringify(code().files.generateUploadUrl()),
  "1.0/storageDelete": (args, context) =>
    write(context, (transaction, code) => {
      const id = storageId(args, "storage.delete");
      if (!isFile(code, id)) throw new UserError(`storage id ${id} not found`);
      code.files.delete(transaction, id);
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
    const given = parseArgs(String(args));
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

async function vectorSearch(
  args: JsonObject,
  { code, vectors }: ActionContext,
): Promise<string> {
  const query = args["query"];
  if (!isObject(query)) throw new UserError("missing field `query`");
  const { schema, tables } = code();
  const name = textOf(query["indexName"]);
  schema.refuseStaged(name);
  const index = schema.vectorIndex(name);
  if (index === undefined) throw new UserError(`Index ${name} not found.`);
  const wanted = parseVectorQuery(name, index, query);
  const table = tables.table(name.slice(0, name.indexOf(".")));
  if (table === undefined) return JSON.stringify({ results: [] });
  const found = await vectors.search(index, table.number, wanted);
  return JSON.stringify({
    results: found.map(({ id, score }) => ({ _id: id, _score: score })),
  });
}

async function callNested(
  { nested, request, code }: ActionContext,
  kind: keyof Nested,
  args: JsonObject,
): Promise<string> {
  const method = {
    query: "runQuery",
    mutation: "runMutation",
    action: "runAction",
  }[kind];
  const given: JsonValue = args["args"] ?? {};
  const from = code();
  const address = addressOf(args, method, from);
  const to = from.components.get(address.component) ?? from;
  return nested[kind]({
    ...request,
    component: address.component,
    path: canonical(address),
    caller: callerWithin(request.caller, from, to),
    args: given,
    access: "all",
  });
}

async function read(
  { database, code }: ActionContext,
  what: (transaction: Transaction, code: LoadedDeployment) => unknown,
): Promise<string> {
  const { value, ts } = await database.runQuery(async (transaction) =>
    JSON.stringify(what(transaction, code())),
  );
  await database.whenDurable(ts);
  return value;
}

async function write(
  { database, code }: ActionContext,
  what: (transaction: Transaction, code: LoadedDeployment) => string,
): Promise<string> {
  const { value, ts } = await database.runMutation(async (transaction) => ({
    value: what(transaction, code()),
  }));
  await database.whenDurable(ts);
  return value;
}

async function storeBlob(
  { code }: ActionContext,
  args: unknown,
): Promise<string> {
  const { content, contentType, sha256 } = args as {
    content: Uint8Array;
    contentType: string | null;
    sha256: string | null;
  };
  return code().files.store({ content, contentType }, sha256);
}

async function getBlob(
  { code }: ActionContext,
  args: unknown,
): Promise<SyscallValue> {
  const id = storageId(args as JsonObject, "storage.get");
  const { files, pool } = code();
  return isFile(code(), id) ? files.load(id, pool.memory) : null;
}

async function scrypt(args: unknown): Promise<Uint8Array> {
  const { password, salt, parameters } = args as {
    password: Uint8Array;
    salt: Uint8Array;
    parameters: ScryptParameters;
  };
  return deriveKey(password, salt, parameters);
}
