/**
 * The answers of the push in the shapes the CLI parses (npm convex, src/cli/lib/deployApi/). Pure.
 * There are no components: everything is about the app, whose path is "".
 */
import type { JsonValue } from "../values/json.ts";
import type { Analysis } from "../functions/analysis/analysis-types.ts";
import { serializeProvider, type AuthProvider } from "../auth/providers.ts";
import type { CronDiff } from "../scheduler/cron-job.ts";
import type { Environment } from "./environment.ts";
import type { IndexDiff, SchemaDefinition } from "./schema-definition.ts";

export type PushFacts = {
  readonly pushId: string;
  readonly environment: Environment;
  readonly auth: readonly AuthProvider[];
  readonly analysis: Analysis;
  readonly indexDiff: IndexDiff;
  readonly udfServerVersion: string;
};

export function startPushAnswer(facts: PushFacts) {
  const { analysis } = facts;
  const functions = Object.fromEntries(
    Object.entries(analysis.modules).map(([path, module]) => [
      path,
      { ...module, sourceMapped: null },
    ]),
  );
  const routes = analysis.modules["http.js"]?.httpRoutes ?? null;
  return {
    environmentVariables: facts.environment,
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: facts.auth.map(serializeProvider),
    analysis: {
      "": {
        definition: {
          path: "",
          definitionType: { type: "app" },
          childComponents: [],
          httpMounts: {},
          exports: { type: "branch", branch: [] },
        },
        schema:
          analysis.schema === null
            ? null
            : (JSON.parse(analysis.schema) as JsonValue),
        functions,
        udfConfig: {
          serverVersion: facts.udfServerVersion,
          importPhaseRngSeed: { $bytes: "" },
          importPhaseUnixTimestamp: { $integer: "AAAAAAAAAAA=" },
        },
      },
    },
    app: {
      definitionPath: "",
      componentPath: "",
      args: {},
      childComponents: {},
      httpRoutes: {
        httpModuleRoutes: routes && routes.map(({ route }) => route),
        mounts: [],
      },
      exports: {},
    },
    schemaChange: schemaChangeAnswer(facts.pushId, facts.indexDiff),
  };
}

/** The push that it belongs to, null for one that is only looked at, and what it does to indexes. */
export function schemaChangeAnswer<Id extends string | null>(
  pushId: Id,
  indexDiff: IndexDiff,
) {
  return {
    allocatedComponentIds: {},
    schemaIds: { "": pushId },
    indexDiffs: { "": indexDiff },
  };
}

/** Sizes are of tables that change; `documents` counts one. */
export function evaluateSchemaAnswer(
  schema: SchemaDefinition | null,
  diff: IndexDiff,
  documents: (table: string) => number,
) {
  const change = (
    kind: "added" | "dropped" | "enabled" | "disabled",
    list: IndexDiff["added_indexes"],
  ) =>
    list.map((index) => ({
      ...index,
      change: kind,
      needsBackfill: kind === "added",
      numDocs: documents(index.name.split(".")[0] ?? ""),
    }));
  return {
    componentSchemaEvaluations: {
      "": {
        definitionPath: "",
        schemaValidation: schema?.schemaValidation ?? false,
        tables: [],
        indexes: [
          ...change("added", diff.added_indexes),
          ...change("dropped", diff.removed_indexes),
          ...change("enabled", diff.enabled_indexes),
          ...change("disabled", diff.disabled_indexes),
        ],
      },
    },
    newComponentDefinitions: [],
  };
}

export type PushDiff = {
  readonly auth: { readonly added: string[]; readonly removed: string[] };
  readonly modules: { readonly added: string[]; readonly removed: string[] };
  readonly crons: CronDiff;
  readonly indexes: IndexDiff;
};

export function finishPushAnswer(diff: PushDiff | null) {
  if (diff === null)
    return {
      authDiff: { added: [], removed: [] },
      definitionDiffs: {},
      componentDiffs: {},
    };
  return {
    authDiff: diff.auth,
    definitionDiffs: {},
    componentDiffs: {
      "": {
        diffType: { type: "modify" },
        moduleDiff: diff.modules,
        udfConfigDiff: null,
        cronDiff: diff.crons,
        indexDiff: diff.indexes,
        schemaDiff: null,
      },
    },
  };
}

/** What one list has and the other has not, as JSON texts. */
export function diffLists(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
): { added: string[]; removed: string[] } {
  const old = new Set(before.map((item) => JSON.stringify(item)));
  const now = new Set(after.map((item) => JSON.stringify(item)));
  return {
    added: [...now].filter((item) => !old.has(item)),
    removed: [...old].filter((item) => !now.has(item)),
  };
}
