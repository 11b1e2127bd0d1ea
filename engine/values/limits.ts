/**
 * Size limits of values, and the texts about them. For transactions only the figures are here; transactions/ counts.
 * Source: https://docs.convex.dev/production/state/limits and convex-backend crates/{value,common/src/{document,knobs}.rs}.
 */
import type { JsonObject, JsonValue } from "./json.ts";
import { formatSize } from "./format-size.ts";
import { kindOf } from "./kinds.ts";
import { SHORT, sizeOfPlain, sizeOfWrapped } from "./size.ts";
import { UserError } from "./user-error.ts";

const MIB = 1 << 20;

/** Limits of one value. Bytes are those of `sizeOf`. */
export const VALUE_LIMITS = {
  documentBytes: MIB,
  documentNesting: 16,
  valueBytes: 32 * MIB,
  valueNesting: 64,
  arrayLength: 8192,
  objectFields: 1024,
  fieldNameLength: 1024,
  identifierLength: 64,
} as const;

/** Limits of one execution of a query or mutation, by their names in `ctx.meta` and `transactionLimits`. */
export const TRANSACTION_LIMITS = {
  documentsRead: 32_000,
  bytesRead: 16 * MIB,
  databaseQueries: 4096,
  documentsWritten: 16_000,
  bytesWritten: 16 * MIB,
  functionsScheduled: 1000,
  scheduledFunctionArgsBytes: 16 * MIB,
} as const;

/** Those of a nested call may be lower. */
export type TransactionLimits = Readonly<
  Record<keyof typeof TRANSACTION_LIMITS, number>
>;

/** One job's arguments; above it there is only a warning. */
export const JOB_ARGUMENT_BYTES = 4 * MIB;

/** Limits of a call's arguments and result. */
export const CALL_LIMITS = {
  argumentBytes: 16 * MIB,
  resultBytes: 16 * MIB,
} as const;

/** Warnings begin above four fifths of a limit. */
export function nearLimit(limit: number): number {
  return Math.trunc(limit * 0.8);
}

/**
 * Checks names, lengths, depth and size of a value.
 * @param mayBePending whether it may hold the placeholder of commit-ts.ts
 * @returns its size in bytes
 * @throws UserError with the backend's text.
 */
export function checkLimits(value: JsonValue, mayBePending = false): number {
  const { size, nesting } = measure(value, mayBePending);
  if (nesting > VALUE_LIMITS.valueNesting)
    throw new UserError(
      `Value is too nested (nested ${nesting} levels deep > maximum nesting ${VALUE_LIMITS.valueNesting})`,
    );
  checkSize(size, VALUE_LIMITS.valueBytes);
  return size;
}

/** Bytes, and the arrays and objects around the deepest part. */
export type Measured = { readonly size: number; readonly nesting: number };

/**
 * Checks a whole document, system fields included, and measures it.
 * @param mayBePending as for `checkLimits`
 * @throws UserError with the backend's text.
 */
export function checkDocumentLimits(
  document: JsonObject,
  mayBePending = false,
): Measured {
  const measured = measureDocument(document, mayBePending);
  const { size, nesting } = measured;
  if (nesting > VALUE_LIMITS.documentNesting)
    throw new UserError(
      `Document is too nested (nested ${nesting} levels deep > maximum nesting ${VALUE_LIMITS.documentNesting})`,
    );
  checkSize(size, VALUE_LIMITS.documentBytes);
  return measured;
}

/** As `checkDocumentLimits`, for a document of the engine, which may be of any size. */
export function measureDocument(
  document: JsonObject,
  mayBePending = false,
): Measured {
  for (const name of Object.keys(document)) {
    if (!name.startsWith("_") || name === "_id" || name === "_creationTime")
      continue;
    throw new UserError(
      `Field '${name}' starts with an underscore, which is only allowed for system fields like '_id'`,
    );
  }
  return measure(document, mayBePending);
}

/**
 * @throws UserError when a table or index field name is not an identifier.
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

/** Depth at which no value is valid and recursion must stop: far above both nesting limits. */
const DEPTH_GUARD = 2 * VALUE_LIMITS.valueNesting;

/** Arrays and objects around the deepest part of the value being measured. */
let deepest = 0;
let isPendingAllowed = false;

/**
 * Checks lengths and names. `nesting` is 0 for a plain value, plus one per enclosing array or object. `size` counts no deeper
 * than recursion goes.
 */
function measure(value: JsonValue, mayBePending: boolean): Measured {
  deepest = 0;
  isPendingAllowed = mayBePending;
  const size = measurePart(value, 0);
  return { size, nesting: deepest };
}

function measurePart(value: JsonValue | undefined, depth: number): number {
  if (value === undefined) return 0;
  if (value === null || typeof value !== "object") return sizeOfPlain(value);
  if (depth > DEPTH_GUARD) return 0;
  const kinded = kindOf(value);
  switch (kinded.kind) {
    case "array": {
      checkArrayLength(kinded.value.length);
      if (depth >= deepest) deepest = depth + 1;
      let size = 2;
      for (const item of kinded.value) size += measurePart(item, depth + 1);
      return size;
    }
    case "object": {
      const names = Object.keys(kinded.value);
      checkFieldCount(names.length);
      for (const name of names) checkFieldName(name);
      if (depth >= deepest) deepest = depth + 1;
      let size = 2;
      // A valid name has one byte per character.
      for (const name of names)
        size += name.length + 1 + measurePart(kinded.value[name], depth + 1);
      return size;
    }
    case "int64":
      if (kinded.isPending && !isPendingAllowed) refuseFieldName("$commitTs");
      return sizeOfWrapped(kinded);
    default:
      return sizeOfWrapped(kinded);
  }
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

/** Names known to be valid; a schema has few and they repeat often. */
const goodNames = new Set<string>();
const MAX_GOOD_NAMES = 4096;

/** @throws UserError when it is not a field name. */
export function checkFieldName(name: string): void {
  if (goodNames.has(name)) return;
  refuseFieldName(name);
  // Guard untested: without it a list grows, and nothing else changes.
  if (goodNames.size < MAX_GOOD_NAMES && name.length <= SHORT)
    goodNames.add(name);
}

function refuseFieldName(name: string): void {
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
