/** Checks how `convex.config.ts` declares environment variables: always as texts. Pure. */
import type {
  Definition,
  VariableDefinition,
} from "../functions/analysis/definitions.ts";
import type { ValidatorJson } from "../values/validator-json.ts";
import { DeployError } from "./deploy-error.ts";

/** @throws DeployError when a variable is declared as anything but a text */
export function checkDeclarations(definitions: Iterable<Definition>): void {
  for (const { path, envVars } of definitions)
    for (const [name, declared] of envVars ?? [])
      if (!casesOf(declared).every(isText))
        throw new DeployError(
          "InvalidEnvVarDeclaration",
          `Hit an error while pushing:\nEnv var \`${name}\` on ${path === "" ? "the app" : `component ${path}`} has a non-string validator. Component env vars must be declared with \`v.string()\`, \`v.literal("...")\`, or a union of those.`,
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
