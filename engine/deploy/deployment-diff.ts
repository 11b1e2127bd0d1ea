/** Computes what a push changes: the new deployment row, and the changes of the app and each component. Pure. */
import { serializeProvider } from "../auth/providers.ts";
import type { CronDiff } from "../scheduler/cron-job.ts";
import type { CronSpec } from "../scheduler/cron-schedule.ts";
import type { Code } from "../functions/deployed/bundle.ts";
import type { HttpPlace } from "../functions/http-routing.ts";
import { must } from "../values/user-error.ts";
import type { Catalog } from "../storage/storage-types.ts";
import {
  entryOf,
  type ComponentRow,
  type DeploymentRow,
} from "./deployment-row.ts";
import { diffLists, type ComponentDiff } from "./push-answers.ts";
import type { CodeContents, PushContents } from "./push-contents.ts";
import { diffIndexes } from "./index-diff.ts";
import type { Schemas } from "./system-tables.ts";

/** The deployment row for `contents`. */
export function rowOf(
  contents: PushContents,
  facts: Pick<DeploymentRow, "udfServerVersion" | "functions">,
): DeploymentRow {
  const components = (contents.bundle.components ?? []).map(
    (component, i): ComponentRow => ({
      path: component.path,
      env: component.env,
      ...codeRow(component, contents.components[i] ?? contents),
    }),
  );
  return {
    ...facts,
    ...codeRow(contents.bundle, contents),
    auth: contents.auth.map(serializeProvider),
    ...(contents.variables.length > 0 && { variables: contents.variables }),
    ...(components.length === 0 ? {} : { components }),
  };
}

function codeRow(
  { modules, schema, known, http, packages }: Code,
  { analysis }: Pick<CodeContents, "analysis">,
) {
  return {
    modules: modules.map(entryOf),
    schema: schema && entryOf(schema),
    schemaText: analysis.schema,
    nodeExports: must(known, "not analysed").nodeExports,
    ...httpRow(http),
    ...(packages && { packages }),
  };
}

function httpRow(
  http: HttpPlace | undefined,
): Pick<DeploymentRow, "httpRoutes" | "httpMounts" | "httpPrefix"> {
  const { routes, mounts = {}, prefix } = http ?? {};
  return {
    httpRoutes: routes ?? [],
    ...(Object.keys(mounts).length > 0 && { httpMounts: mounts }),
    ...(prefix !== undefined && { httpPrefix: prefix }),
  };
}

/** Components that have or had tables here. */
export function mountedBefore(catalog: Catalog): ReadonlySet<string> {
  return new Set(catalog.tables().map(({ namespace = "" }) => namespace));
}

type WithCrons = Pick<CodeContents, "crons" | "schema">;

/** @param applyCrons replaces the crons of a component */
export function componentDiffs(
  push: {
    readonly before: Schemas | null;
    readonly previous: DeploymentRow | null;
    readonly contents: PushContents;
    readonly row: DeploymentRow;
    readonly mounted: ReadonlySet<string>;
  },
  applyCrons: (path: string, crons: readonly CronSpec[]) => CronDiff,
): ReadonlyMap<string, ComponentDiff> {
  const { before, previous, contents, row, mounted } = push;
  const rows = codeByPath(row);
  const old = codeByPath(previous);
  const schemas = schemaByPath(before);
  const wanted = new Map<string, WithCrons>([
    ["", contents],
    ...contents.components.map((one) => [one.path, one] as const),
  ]);
  const typeOf = (path: string): ComponentDiff["type"] => {
    if (!wanted.has(path)) return "unmount";
    if (path === "" || old.has(path)) return "modify";
    return mounted.has(path) ? "remount" : "create";
  };
  const pathsOf = (
    code: { readonly modules: ComponentRow["modules"] } | undefined,
  ) => (code?.modules ?? []).map(({ path }) => path);
  const all = new Set([...wanted.keys(), ...old.keys()]);
  return new Map(
    [...all].map((path) => {
      const next = wanted.get(path);
      const diff: ComponentDiff = {
        type: typeOf(path),
        modules: diffLists(pathsOf(old.get(path)), pathsOf(rows.get(path))),
        crons: applyCrons(path, next?.crons ?? []),
        indexes: next
          ? diffIndexes(schemas.get(path) ?? null, next.schema)
          : diffIndexes(null, null),
      };
      return [path, diff];
    }),
  );
}

function codeByPath(row: DeploymentRow | null) {
  return new Map<string, Pick<ComponentRow, "modules">>(
    row === null
      ? []
      : [
          ["", row],
          ...(row.components ?? []).map((one) => [one.path, one] as const),
        ],
  );
}

/** Schemas in force, by path of the component; "" is the app. */
export function schemaByPath(schemas: Schemas | null) {
  return new Map([
    ["", schemas?.schema ?? null],
    ...(schemas?.components ?? []).map(
      ({ path, schema }) => [path, schema] as const,
    ),
  ]);
}
