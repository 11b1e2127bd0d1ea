/**
 * Finds the registered functions among a module's exports. Also used inside action workers.
 * Source: `udf_analyze` in crates/isolate/src/environment/analyze.rs of get-convex/convex-backend.
 */
import { checkValidator } from "../../values/matches.ts";
import { UserError } from "../../values/user-error.ts";
import type { ValidatorJson } from "../../values/validator-json.ts";

export type RegisteredExport = {
  readonly name: string;
  readonly udfType: "Query" | "Mutation" | "Action";
  readonly visibility: "public" | "internal";
  /** JSON texts of validators; `returns` may be `null` as text. */
  readonly args: string;
  readonly returns: string;
};

type Candidate = Partial<Record<string, unknown>>;

const KINDS = [
  ["isQuery", "Query"],
  ["isMutation", "Mutation"],
  ["isAction", "Action"],
] as const;

/**
 * @param module path, for error messages.
 * @throws UserError when an export is registered but malformed.
 */
export function registeredExports(
  module: string,
  namespace: Readonly<Record<string, unknown>>,
): (RegisteredExport & { readonly target: object })[] {
  return Object.entries(namespace).flatMap(([name, value]) => {
    if (!isCandidate(value)) return [];
    const kinds = KINDS.filter(([mark]) => mark in value);
    const [kind] = kinds;
    const isPublic = "isPublic" in value;
    if (
      kind === undefined ||
      kinds.length > 1 ||
      isPublic === "isInternal" in value
    )
      return [];
    const about = `"${module}":${name}`;
    return [
      {
        name,
        udfType: kind[1],
        visibility: isPublic ? ("public" as const) : ("internal" as const),
        args: exported(value, "exportArgs", about) ?? '{"type":"any"}',
        returns: exported(value, "exportReturns", about) ?? "null",
        target: value,
      },
    ];
  });
}

function isCandidate(value: unknown): value is Candidate {
  return (
    (typeof value === "object" && value !== null) || typeof value === "function"
  );
}

/** Functions of npm convex before 0.13 have no validators to export. */
function exported(
  value: Candidate,
  method: "exportArgs" | "exportReturns",
  about: string,
): string | null {
  const call = value[method];
  if (call === undefined) return null;
  if (typeof call !== "function")
    throw new UserError(
      `${about}.${method} is not a function or \`undefined\`.`,
    );
  const text: unknown = (call as () => unknown).call(value);
  if (typeof text !== "string")
    throw new UserError(
      `Invalid ${method} return value: ${about}.${method}() didn't return a string.`,
    );
  try {
    const validator = JSON.parse(text) as ValidatorJson | null;
    if (validator !== null) checkValidator(validator);
  } catch (error) {
    throw new UserError(
      `Invalid ${method} return value: ${about}.${method}(): ${String((error as Error).message)}`,
    );
  }
  return text;
}
