/**
 * The bodies of the CLI's push, checked as far as they are used (npm convex, src/cli/lib/deployApi/).
 * Unknown fields are ignored: newer CLIs send more.
 */
import type { DeployedModule } from "../functions/bundle.ts";
import { DeployError } from "./deploy-error.ts";

export type UnchangedModule = {
  readonly path: string;
  readonly environment: "isolate" | "node";
  readonly sha256: string;
};

export type StartPushRequest = {
  readonly dryRun: boolean;
  readonly functions: string;
  readonly schema: DeployedModule | null;
  readonly changedModules: readonly DeployedModule[];
  readonly unchangedModules: readonly UnchangedModule[];
  readonly udfServerVersion: string;
};

/** @throws DeployError when the body has another shape or uses components. */
export function parseStartPush(body: unknown): StartPushRequest {
  const request = record(body, "request");
  const app = record(request["appDefinition"], "appDefinition");
  const components = list(request["componentDefinitions"] ?? []);
  if (components.length > 0)
    throw new DeployError(
      "ComponentsNotSupported",
      "This engine does not support components yet: remove them from convex.config.ts.",
    );
  const schema = app["schema"];
  return {
    dryRun: request["dryRun"] === true,
    functions: text(request["functions"] ?? "convex/", "functions"),
    schema:
      schema === null || schema === undefined ? null : parseModule(schema),
    changedModules: list(app["changedModules"]).map(parseModule),
    unchangedModules: list(app["unchangedModuleHashes"] ?? []).map((entry) => {
      const hash = record(entry, "unchangedModuleHashes");
      return {
        path: text(hash["path"], "path"),
        environment: environmentOf(hash["environment"]),
        sha256: text(hash["sha256"], "sha256"),
      };
    }),
    udfServerVersion: text(app["udfServerVersion"], "udfServerVersion"),
  };
}

/** What of `start_push`'s answer comes back: the push it belongs to. */
export function pushIdOf(schemaChange: unknown): string {
  const { schemaIds } = record(schemaChange, "schemaChange");
  return text(record(schemaIds, "schemaIds")[""], "schemaIds");
}

export function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(what);
  return value as Record<string, unknown>;
}

export function text(value: unknown, what: string): string {
  if (typeof value !== "string") throw invalid(what);
  return value;
}

export function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw invalid("a list");
  return value as unknown[];
}

function parseModule(value: unknown): DeployedModule {
  const module = record(value, "module");
  const path = text(module["path"], "module path");
  if (!/^[\w.@-]+(\/[\w.@-]+)*$/.test(path) || path.includes(".."))
    throw new DeployError(
      "BadConvexModuleIdentifier",
      `${path} is not a valid path to a Convex module.`,
    );
  const map = module["sourceMap"];
  return {
    path,
    source: text(module["source"], "module source"),
    sourceMap: typeof map === "string" ? map : undefined,
    environment: environmentOf(module["environment"]),
  };
}

function environmentOf(value: unknown): "isolate" | "node" {
  if (value !== "isolate" && value !== "node") throw invalid("environment");
  return value;
}

function invalid(what: string): DeployError {
  return new DeployError("InvalidConfig", `Invalid push request: ${what}`);
}
