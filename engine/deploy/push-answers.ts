/**
 * Answers of a push in the shapes the CLI parses (npm convex, src/cli/lib/deployApi/). Pure. Definitions are named by
 * the paths of their folders, components by the names from the app down; "" is the app.
 */
import type { JsonValue } from "../values/json.ts";
import { serializeProvider } from "../auth/providers.ts";
import type { CronDiff } from "../scheduler/cron-job.ts";
import { must } from "../values/user-error.ts";
import type { Environment } from "./environment.ts";
import {
  ALONE,
  componentAnswer,
  definitionAnswer,
} from "./definition-answers.ts";
import type { PushedComponents } from "./push-components.ts";
import type { PushContents } from "./push-contents.ts";
import type { IndexDiff } from "./index-diff.ts";
import type { SchemaDefinition } from "./schema-definition.ts";

export type PushFacts = {
  readonly pushId: string;
  readonly environment: Environment;
  readonly contents: PushContents;
  readonly pushed: PushedComponents;
  /** By path of a component; "" is the app. */
  readonly indexDiffs: ReadonlyMap<string, IndexDiff>;
  /** New components. */
  readonly created: readonly string[];
  readonly udfServerVersion: string;
};

export function startPushAnswer(facts: PushFacts) {
  const { contents, pushed, udfServerVersion } = facts;
  const root = {
    definition: pushed.app ?? ALONE,
    contents,
    udfServerVersion,
  };
  const definitions = [...pushed.definitions].map(
    ([path, one]) => [path, definitionAnswer(one)] as const,
  );
  return {
    environmentVariables: facts.environment,
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: contents.auth.map(serializeProvider),
    analysis: {
      "": definitionAnswer(root),
      ...Object.fromEntries(definitions),
    },
    app: componentAnswer(pushed.tree, (path) =>
      path === "" ? root : must(pushed.definitions.get(path), path),
    ),
    schemaChange: schemaChangeAnswer(
      facts.pushId,
      facts.indexDiffs,
      facts.created,
    ),
  };
}

/** The index changes and their push; null for a push that is only evaluated. */
export function schemaChangeAnswer<Id extends string | null>(
  pushId: Id,
  indexDiffs: ReadonlyMap<string, IndexDiff>,
  created: readonly string[],
) {
  return {
    // Component paths serve as ids.
    allocatedComponentIds: Object.fromEntries(
      created.map((path) => [path, path]),
    ),
    schemaIds: {
      ...Object.fromEntries(
        [...indexDiffs.keys()].map((path) => [path, pushId]),
      ),
      "": pushId,
    },
    indexDiffs: Object.fromEntries(indexDiffs),
  };
}

export type SchemaEvaluation = {
  /** Path of a component; "" is the app. */
  readonly path: string;
  readonly definition: string;
  readonly schema: SchemaDefinition | null;
  readonly diff: IndexDiff;
};

/** Reports the sizes of changed tables; `documents` counts one. */
export function evaluateSchemaAnswer(
  evaluations: readonly SchemaEvaluation[],
  created: readonly string[],
  documents: (table: string, component: string) => number,
) {
  const answers = evaluations.map(({ path, definition, schema, diff }) => {
    const change = (
      kind: "added" | "dropped" | "enabled" | "disabled",
      list: IndexDiff["added_indexes"],
    ) =>
      list.map((index) => ({
        ...index,
        change: kind,
        needsBackfill: kind === "added",
        numDocs: documents(index.name.split(".")[0] ?? "", path),
      }));
    const answer = {
      definitionPath: definition,
      schemaValidation: schema?.schemaValidation ?? false,
      tables: [],
      indexes: [
        ...change("added", diff.added_indexes),
        ...change("dropped", diff.removed_indexes),
        ...change("enabled", diff.enabled_indexes),
        ...change("disabled", diff.disabled_indexes),
      ],
    };
    return [path, answer] as const;
  });
  return {
    componentSchemaEvaluations: Object.fromEntries(answers),
    newComponentDefinitions: evaluations
      .filter(({ path }) => created.includes(path))
      .map(({ definition }) => definition),
  };
}

/** Changes of the app or a component. */
export type ComponentDiff = {
  readonly type: "create" | "modify" | "unmount" | "remount";
  readonly modules: { readonly added: string[]; readonly removed: string[] };
  readonly crons: CronDiff;
  readonly indexes: IndexDiff;
};

export type PushDiff = {
  readonly auth: { readonly added: string[]; readonly removed: string[] };
  /** By path; "" is the app. */
  readonly components: ReadonlyMap<string, ComponentDiff>;
};

export function finishPushAnswer(diff: PushDiff | null) {
  if (diff === null)
    return {
      authDiff: { added: [], removed: [] },
      definitionDiffs: {},
      componentDiffs: {},
    };
  const components = [...diff.components].map(([path, component]) => {
    const answer = {
      diffType: { type: component.type },
      moduleDiff: component.modules,
      udfConfigDiff: null,
      cronDiff: component.crons,
      indexDiff: component.indexes,
      schemaDiff: null,
    };
    return [path, answer] as const;
  });
  return {
    authDiff: diff.auth,
    definitionDiffs: {},
    componentDiffs: Object.fromEntries(components),
  };
}

/** Differences of two lists, as JSON texts. */
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
