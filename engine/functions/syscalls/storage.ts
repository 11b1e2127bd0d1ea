/** `ctx.storage` in queries and mutations. The files themselves are in files/. */
import { decodeId } from "../../values/ids.ts";
import type { JsonObject } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import type { LoadedDeployment } from "../deployed/loaded-deployment.ts";
import type { Execution } from "../running/execution.ts";
import { invalidArgument, textArgument } from "./arguments.ts";

/** `{storageId}` → URL or null */
export function storageGetUrl(execution: Execution, args: JsonObject): string {
  const { code } = execution;
  const id = storageId(args, "storage.getUrl");
  return JSON.stringify(
    isFile(code, id) ? code.files.getUrl(execution.transaction, id) : null,
  );
}

/** `{storageId}` → `{storageId, sha256, size, contentType}` or null */
export function storageGetMetadata(
  execution: Execution,
  args: JsonObject,
): string {
  const { code } = execution;
  const id = storageId(args, "storage.getMetadata");
  return JSON.stringify(
    isFile(code, id) ? code.files.getMetadata(execution.transaction, id) : null,
  );
}

/** `{}` → URL */
export function storageGenerateUploadUrl(execution: Execution): string {
  return JSON.stringify(execution.code.files.generateUploadUrl());
}

/** `{storageId}` → null */
export function storageDelete(execution: Execution, args: JsonObject): string {
  const { code } = execution;
  const id = storageId(args, "storage.delete");
  if (!isFile(code, id)) throw new UserError(`storage id ${id} not found`);
  code.files.delete(execution.transaction, id);
  return "null";
}

const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/** Accepts UUIDs, the backend's older file ids, though no file here has one. @throws UserError when it is neither. */
export function storageId(args: JsonObject, method: string): string {
  const id = textArgument(args, "storageId", method);
  if (decodeId(id) !== null || UUID.test(id)) return id;
  // The line break and spaces in the text are the backend's.
  throw invalidArgument(
    "storageId",
    method,
    `Invalid storage ID: "${id}". Storage ID should be an\n                    Id of '_storage' table, or a UUID string.`,
  );
}

/** False for ids of other tables. */
export function isFile({ tables }: LoadedDeployment, id: string): boolean {
  const shown = decodeId(id)?.table;
  return shown !== undefined && tables.tableShowing(shown)?.name === "_storage";
}
