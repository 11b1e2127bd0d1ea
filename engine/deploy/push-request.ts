/**
 * Bodies of the CLI's push, validated as far as they are used (npm convex, src/cli/lib/deployApi/). Unknown fields are
 * ignored: newer CLIs send more.
 */
import type { DefinitionSource } from "../functions/analysis/definitions.ts";
import type {
  Code,
  DeployedModule,
  ExternalPackage,
} from "../functions/deployed/bundle.ts";
import { DeployError } from "./deploy-error.ts";

export type UnchangedModule = {
  readonly path: string;
  readonly environment: "isolate" | "node";
  readonly sha256: string;
};

/** One definition's code, shared by all its components. */
export type ComponentSource = Code & {
  readonly definition: DefinitionSource;
  readonly udfServerVersion: string;
};

export type StartPushRequest = {
  readonly dryRun: boolean;
  readonly functions: string;
  /** The app's own `convex.config.ts`; null when it has none. */
  readonly definition: DefinitionSource | null;
  readonly components: readonly ComponentSource[];
  readonly schema: DeployedModule | null;
  readonly changedModules: readonly DeployedModule[];
  readonly unchangedModules: readonly UnchangedModule[];
  readonly udfServerVersion: string;
  /** Packages that "use node" modules import from outside the bundle. */
  readonly packages: readonly ExternalPackage[];
};

/** @throws DeployError when the body has another shape. */
export function parseStartPush(body: unknown): StartPushRequest {
  const request = record(body, "request");
  const app = record(request["appDefinition"], "appDefinition");
  return {
    dryRun: request["dryRun"] === true,
    functions: text(request["functions"] ?? "convex/", "functions"),
    definition: isAbsent(app["definition"]) ? null : parseDefinition("", app),
    components: list(request["componentDefinitions"] ?? []).map(parseComponent),
    schema: parseSchemaModule(app["schema"]),
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
    packages: list(request["nodeDependencies"] ?? []).map((entry) => {
      const { name, version } = record(entry, "nodeDependencies");
      return { name: text(name, "name"), version: text(version, "version") };
    }),
  };
}

/** The push id in the part of `start_push`'s answer that the CLI sends back. */
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

function parseComponent(value: unknown): ComponentSource {
  const component = record(value, "componentDefinitions");
  const path = text(component["definitionPath"], "definitionPath");
  const modules = list(component["functions"]).map(parseModule);
  for (const { environment, path: module } of modules)
    if (environment === "node")
      throw new DeployError(
        "NodeActionsNotSupported",
        `Node actions are not supported in components. Remove \`"use node;" from ${module}`,
      );
  return {
    definition: parseDefinition(path, component),
    modules,
    schema: parseSchemaModule(component["schema"]),
    udfServerVersion: text(component["udfServerVersion"], "udfServerVersion"),
  };
}

function parseDefinition(
  path: string,
  { definition, dependencies }: Record<string, unknown>,
): DefinitionSource {
  return {
    path,
    module: parseModule(definition),
    dependencies: list(dependencies ?? []).map((one) =>
      text(one, "dependencies"),
    ),
  };
}

function parseSchemaModule(schema: unknown): DeployedModule | null {
  return isAbsent(schema) ? null : parseModule(schema);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
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
