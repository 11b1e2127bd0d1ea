/**
 * Environment variables that `convex.config.ts` declares: how, and whether the deployment's fit. Pure.
 * Source: crates/application/src/deploy_config.rs and lib.rs of get-convex/convex-backend.
 */
import type {
  Definition,
  VariableDefinition,
} from "../functions/analysis/definitions.ts";
import type { ValidatorJson } from "../values/validator-json.ts";
import { checkValue } from "../values/validators.ts";
import { DeployError, pushError } from "./deploy-error.ts";
import type { Environment, EnvironmentChange } from "./environment.ts";

export type DeclaredVariables = NonNullable<Definition["envVars"]>;

/** @throws DeployError when a variable is declared as anything but a text */
export function checkDeclarations(definitions: Iterable<Definition>): void {
  for (const { path, envVars } of definitions)
    for (const [name, declared] of envVars ?? [])
      if (!casesOf(declared).every(isText))
        throw pushError(
          "InvalidEnvVarDeclaration",
          `Env var \`${name}\` on ${path === "" ? "the app" : `component ${path}`} has a non-string validator. Component env vars must be declared with \`v.string()\`, \`v.literal("...")\`, or a union of those.`,
        );
}

/** Whether each value that `inner` allows is one that `outer` allows. */
export function isWithin(
  inner: VariableDefinition,
  outer: VariableDefinition,
): boolean {
  const allowed = new Set(casesOf(outer).map((one) => JSON.stringify(one)));
  return (
    allowed.has('{"type":"string"}') ||
    casesOf(inner).every((one) => allowed.has(JSON.stringify(one)))
  );
}

function casesOf({ value }: VariableDefinition): ValidatorJson[] {
  const flat = (one: ValidatorJson): ValidatorJson[] =>
    one.type === "union" ? one.value.flatMap(flat) : [one];
  return flat(JSON.parse(value) as ValidatorJson);
}

function isText(one: ValidatorJson): boolean {
  return (
    one.type === "string" ||
    (one.type === "literal" && typeof one.value === "string")
  );
}

/**
 * @param unstored variables in force that are not stored; no text names their values
 * @throws DeployError when a push lacks a variable or has a wrong one
 */
export function checkPresent(
  declared: DeclaredVariables,
  stored: Environment,
  unstored: Environment,
): void {
  const missing = requiredOf(declared, unstored).filter(
    (name) => !Object.hasOwn(stored, name),
  );
  if (missing.length > 0)
    throw pushError(
      "MissingEnvironmentVariables",
      `Required environment variables are not set: ${missing.join(", ")}. Set them in the Convex dashboard or CLI before pushing.`,
    );
  checkValues(declared, stored, pushError);
}

/** @throws DeployError when a change removes a required variable or sets a wrong one */
export function checkChanges(
  declared: DeclaredVariables,
  changes: readonly EnvironmentChange[],
  unstored: Environment,
): void {
  const removed = changes.filter(({ value }) => value === null);
  const required = new Set(requiredOf(declared, unstored));
  const kept = removed.filter(({ name }) => required.has(name));
  if (kept.length > 0)
    throw new DeployError(
      "RequiredEnvironmentVariable",
      `Cannot delete required environment variables: ${kept.map(({ name }) => name).join(", ")}. These are declared as required in the app definition.`,
    );
  const set = changes.flatMap(({ name, value }) =>
    value === null ? [] : [[name, value] as const],
  );
  const refused = (code: string, why: string) => new DeployError(code, why);
  checkValues(declared, Object.fromEntries(set), refused);
}

function requiredOf(
  declared: DeclaredVariables,
  unstored: Environment,
): string[] {
  return declared
    .filter(
      ([name, { optional }]) =>
        optional !== true && !Object.hasOwn(unstored, name),
    )
    .map(([name]) => name)
    .sort();
}

function checkValues(
  declared: DeclaredVariables,
  values: Environment,
  refused: (code: string, why: string) => DeployError,
): void {
  for (const [name, { value: validator }] of declared) {
    if (!Object.hasOwn(values, name)) continue;
    const text = values[name] as string;
    const detail = checkValue(
      JSON.parse(validator) as ValidatorJson,
      text,
      () => undefined,
    );
    if (detail !== null)
      throw refused(
        "InvalidEnvironmentVariable",
        `Environment variable ${name} does not match its declared validator: ${detail}`,
      );
  }
}
