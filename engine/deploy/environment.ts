/**
 * Environment variables of the deployment: names, limits and rows, inside the caller's transaction. deployment.ts
 * applies changes to functions.
 */
import { afterPrefix, encodeKey } from "../values/keys.ts";
import { must } from "../values/user-error.ts";
import type { JsonDocument } from "../values/json.ts";
import type { Catalog } from "../storage/storage-types.ts";
import type {
  Database,
  Transaction,
} from "../transactions/transaction-types.ts";
import { DeployError } from "./deploy-error.ts";
import { BY_NAME, ENVIRONMENT } from "./system-tables.ts";

export type Environment = Readonly<Record<string, string>>;

/** `value` null removes the variable. */
export type EnvironmentChange = {
  readonly name: string;
  readonly value: string | null;
};

const MAX_NAME = 256;
const MAX_VALUE = 8 * 1024;
const MAX_COUNT = 512;
/** Set by the engine. */
const BUILT_IN = new Set(["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"]);

/** Every variable, by name. */
export function readEnvironment(
  transaction: Transaction,
  catalog: Catalog,
): Record<string, string> {
  return Object.fromEntries(
    rows(transaction, catalog).map((row) => [
      row["name"] as string,
      row["value"] as string,
    ]),
  );
}

/** Every variable of the newest state. */
export function variablesOf(
  database: Pick<Database, "read">,
  catalog: Catalog,
): Record<string, string> {
  return database.read((transaction) => readEnvironment(transaction, catalog));
}

/** @throws DeployError with the backend's texts; nothing is changed then. */
export function changeEnvironment(
  transaction: Transaction,
  catalog: Catalog,
  changes: readonly EnvironmentChange[],
): void {
  const { table } = indexByName(catalog);
  for (const change of changes) {
    checkName(change.name);
    const [row] = rows(transaction, catalog, change.name);
    if (change.value === null) {
      if (row !== undefined) transaction.remove(table, row._id);
      continue;
    }
    checkValue(change.value);
    const fields = { name: change.name, value: change.value };
    if (row === undefined) transaction.insert(table, fields);
    else transaction.put(table, row._id, fields, "Replace");
  }
  if (rows(transaction, catalog).length > MAX_COUNT)
    throw new DeployError(
      "EnvVarLimitMet",
      `The environment variable limit (${MAX_COUNT}) has been met.`,
    );
}

export function isSameEnvironment(a: Environment, b: Environment): boolean {
  const text = (of: Environment) => JSON.stringify(Object.entries(of).sort());
  return text(a) === text(b);
}

function checkName(name: string): void {
  if (!/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name))
    throw new DeployError(
      "EnvironmentVariableNameInvalid",
      `The environment variable name ${name} is invalid. Environment variable names must begin with a letter and may only include characters a-z, A-Z, 0-9, and underscores.`,
    );
  if (name.length > MAX_NAME)
    throw new DeployError(
      "EnvironmentVariableNameTooLong",
      `The environment variable name ${name} is too long. Environment variable names must be less than ${MAX_NAME}.`,
    );
  if (BUILT_IN.has(name))
    throw new DeployError(
      "EnvVarNameForbidden",
      `Environment variable with name "${name}" is built-in and cannot be overridden`,
    );
}

function checkValue(value: string): void {
  const bytes = Buffer.byteLength(value);
  if (bytes > MAX_VALUE)
    throw new DeployError(
      "EnvironmentVariableValueTooLarge",
      // The missing bracket is the backend's.
      `The environment variable value is ${bytes} bytes, which is too large. (max size: ${MAX_VALUE}`,
    );
}

function rows(
  transaction: Transaction,
  catalog: Catalog,
  name?: string,
): JsonDocument[] {
  const lower = encodeKey(name === undefined ? [] : [name]);
  const upper = name === undefined ? null : afterPrefix(lower);
  const scan = transaction.scan(indexByName(catalog), { lower, upper }, "asc");
  const found: JsonDocument[] = [];
  for (let row = scan.next(); row !== null; row = scan.next())
    found.push(row.document);
  return found;
}

function indexByName(catalog: Catalog) {
  const table = must(
    catalog.table(ENVIRONMENT),
    "no table of environment variables",
  );
  return must(
    catalog.index(table.number, BY_NAME),
    "no index of environment variables",
  );
}
