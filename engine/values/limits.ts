/**
 * How large values may be, how large they are, and the texts that say so. Limits of a whole transaction are counted in
 * transactions/; only their figures are here. Source: https://docs.convex.dev/production/state/limits and
 * get-convex/convex-backend crates/value, crates/common/src/document.rs, crates/common/src/knobs.rs.
 */
import type { JsonObject, JsonValue } from "./json.ts";
import { kindOf } from "./kinds.ts";
import { UserError } from "./user-error.ts";

const MIB = 1 << 20;

/** Limits of one value. Bytes are those of `sizeOf`. */
const VALUE_LIMITS = {
  documentBytes: MIB,
  documentNesting: 16,
  valueBytes: 32 * MIB,
  valueNesting: 64,
  arrayLength: 8192,
  objectFields: 1024,
  fieldNameLength: 1024,
  identifierLength: 64,
} as const;

/** Limits of one execution of a query or mutation. */
export const TRANSACTION_LIMITS = {
  documentsRead: 32_000,
  bytesRead: 16 * MIB,
  databaseQueries: 4096,
  documentsWritten: 16_000,
  bytesWritten: 16 * MIB,
  functionsScheduled: 1000,
  scheduledArgumentBytes: 4 * MIB,
  scheduledArgumentBytesTotal: 16 * MIB,
} as const;

/** Limits of a call: its arguments and what it returns. */
export const CALL_LIMITS = {
  argumentBytes: 16 * MIB,
  resultBytes: 16 * MIB,
} as const;

/** Size in bytes as the backend counts it (`getConvexSize` of convex/values). Undefined counts 0. */
export function sizeOf(value: JsonValue | undefined): number {
  if (value === undefined) return 0;
  if (typeof value === "string") return 2 + Buffer.byteLength(value);
  const kinded = kindOf(value);
  switch (kinded.kind) {
    case "null":
    case "boolean":
      return 1;
    case "int64":
    case "float64":
      return 9;
    case "string":
      return 2 + Buffer.byteLength(kinded.value);
    case "bytes":
      return 2 + kinded.value.length;
    case "array":
      return kinded.value.reduce<number>((sum, item) => sum + sizeOf(item), 2);
    case "object":
      return sizeOfFields(kinded.value);
  }
}

function sizeOfFields(object: JsonObject): number {
  let size = 2;
  for (const [name, value] of Object.entries(object))
    size += Buffer.byteLength(name) + 1 + sizeOf(value);
  return size;
}

/**
 * Checks a value on its way in or out: names, lengths, depth, size.
 * @throws UserError with the backend's text.
 */
export function checkLimits(value: JsonValue): void {
  const nesting = checkParts(value, 0);
  if (nesting > VALUE_LIMITS.valueNesting)
    throw new UserError(
      `Value is too nested (nested ${nesting} levels deep > maximum nesting ${VALUE_LIMITS.valueNesting})`,
    );
  checkSize(sizeOf(value), VALUE_LIMITS.valueBytes);
}

/**
 * Checks a whole document, system fields included, and returns its size in bytes.
 * @throws UserError with the backend's text.
 */
export function checkDocumentLimits(document: JsonObject): number {
  for (const name of Object.keys(document)) {
    if (!name.startsWith("_") || name === "_id" || name === "_creationTime")
      continue;
    throw new UserError(
      `Field '${name}' starts with an underscore, which is only allowed for system fields like '_id'`,
    );
  }
  const nesting = checkParts(document, 0);
  if (nesting > VALUE_LIMITS.documentNesting)
    throw new UserError(
      `Document is too nested (nested ${nesting} levels deep > maximum nesting ${VALUE_LIMITS.documentNesting})`,
    );
  const size = sizeOf(document);
  checkSize(size, VALUE_LIMITS.documentBytes);
  return size;
}

/**
 * @throws UserError when a table or index field name is no identifier.
 * @param name a table name, or one step of an index field path.
 */
export function checkIdentifier(name: string): void {
  const [first] = name;
  if (first === undefined) throw new UserError("Identifier cannot be empty");
  if (!/^[a-zA-Z_]/.test(first))
    throw new UserError(
      `Invalid first character '${first}' in ${name}: Identifiers must start with an alphabetic character or underscore`,
    );
  const invalid = /[^a-zA-Z0-9_]/u.exec(name);
  if (invalid)
    throw new UserError(
      `Identifier ${name} has invalid character '${invalid[0]}': Identifiers can only contain alphanumeric characters or underscores`,
    );
  if (name.length > VALUE_LIMITS.identifierLength)
    throw new UserError(
      `Identifier is too long (${name.length} > maximum ${VALUE_LIMITS.identifierLength})`,
    );
  if (/^_*$/.test(name))
    throw new UserError(
      `Identifier ${name} cannot have exclusively underscores`,
    );
}

/** Depth at which no value is legal and recursion must stop: far above both nesting limits. */
const DEPTH_GUARD = 2 * VALUE_LIMITS.valueNesting;

/** Checks lengths and names; returns the nesting: 0 for a plain value, one more for each array or object around it. */
function checkParts(value: JsonValue, depth: number): number {
  const isPlain = value === null || typeof value !== "object";
  if (isPlain || depth > DEPTH_GUARD) return 0;
  const kinded = kindOf(value);
  switch (kinded.kind) {
    case "array":
      checkArrayLength(kinded.value.length);
      return 1 + deepest(kinded.value, depth + 1);
    case "object": {
      const names = Object.keys(kinded.value);
      checkFieldCount(names.length);
      names.forEach(checkFieldName);
      return 1 + deepest(Object.values(kinded.value), depth + 1);
    }
    default:
      return 0;
  }
}

function deepest(values: readonly JsonValue[], depth: number): number {
  let nesting = 0;
  for (const value of values)
    nesting = Math.max(nesting, checkParts(value, depth));
  return nesting;
}

function checkArrayLength(length: number): void {
  if (length > VALUE_LIMITS.arrayLength)
    throw new UserError(
      `Array length is too long (${length} > maximum length ${VALUE_LIMITS.arrayLength})`,
    );
}

function checkFieldCount(count: number): void {
  if (count > VALUE_LIMITS.objectFields)
    throw new UserError(
      `Object has too many fields (${count} > maximum number ${VALUE_LIMITS.objectFields})`,
    );
}

export function checkFieldName(name: string): void {
  if (name.startsWith("$"))
    throw new UserError(
      `Field name ${name} starts with '$', which is reserved.`,
    );
  const invalid = /[^\x20-\x7e]/u.exec(name);
  if (invalid)
    throw new UserError(
      `Field name ${name} has invalid character '${invalid[0]}': Field names can only contain non-control ASCII characters`,
    );
  if (name.length > VALUE_LIMITS.fieldNameLength)
    throw new UserError(
      `Field name is too long (${name.length} > maximum ${VALUE_LIMITS.fieldNameLength})`,
    );
}

function checkSize(size: number, maximum: number): void {
  if (size > maximum)
    throw new UserError(
      `Value is too large (${formatSize(size)} > maximum size ${formatSize(maximum)})`,
    );
}

/** Bytes for a reader, in the backend's form: `512 B`, `1 MiB`, `1.50 MiB`. */
export function formatSize(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"];
  let amount = bytes;
  let unit = 0;
  for (; amount >= 1024 && unit < units.length - 1; unit++) amount /= 1024;
  return `${Number.isInteger(amount) ? amount : amount.toFixed(2)} ${units[unit]}`;
}
