/**
 * Small files that break one rule of the house each, and well-behaved ones that break none. Holds no test: the tree
 * built from these files is linted by `boundaries.test.ts`.
 */

/** One report: the rule and a part of its message (a zone's or a selector's message names it uniquely). */
export type Report = { readonly rule: string; readonly says?: string };

export type Seed = {
  /** Path in the seeded tree. */
  readonly file: string;
  readonly code: string;
  /** Everything the linter must say about this file; none for a good file. */
  readonly reports: readonly Report[];
};

const ENGINE_RANKS = [
  "values",
  "auth",
  "storage",
  "transactions",
  "functions",
  "reactivity",
  "scheduler",
  "files",
  "sync",
  "http",
  "deploy",
];

const zone = (says: string): Report => ({
  rule: "import-x/no-restricted-paths",
  says,
});
const syntax = (says: string): Report => ({
  rule: "no-restricted-syntax",
  says,
});
const imports = (says: string): Report => ({
  rule: "no-restricted-imports",
  says,
});
const property = (says: string): Report => ({
  rule: "no-restricted-properties",
  says,
});
const rule = (name: string): Report => ({ rule: name });

const reexport = (from: string) => `export { x } from "${from}";\n`;
const bad = (file: string, code: string, ...reports: Report[]): Seed => ({
  file,
  code,
  reports,
});
const good = (file: string, code: string): Seed => ({
  file,
  code,
  reports: [],
});

/** What the other files import. */
const TARGETS: Seed[] = [
  ..."convex/model/rules convex/data/rows convex/integrations/mail convex/auth convex/billing"
    .concat(" src/app/paths src/routes/home src/features/line/card")
    .concat(" src/features/desk/board src/ui/button src/lib/cn")
    .concat(" standins/outbox tests/setup e2e/world engine/main")
    .split(" ")
    .map((path) => good(`${path}.ts`, "export const x = 1;\n")),
  ...ENGINE_RANKS.map((folder) =>
    good(`engine/${folder}/base.ts`, "export const x = 1;\n"),
  ),
  bad(
    "convex/functions.ts",
    [
      `import type { GenericQueryCtx, AnyDataModel } from "convex/server";`,
      `type Def = { args: object; returns: unknown; handler: (ctx: GenericQueryCtx<AnyDataModel>) => unknown };`,
      `export const publicQuery = (def: Def) => def;`,
      `export const ownerMutation = (def: Partial<Def>) => def;`,
      reexport("./billing"),
    ].join("\n"),
    zone("the builders rest on data/"),
  ),
  bad(
    "convex/schema.ts",
    reexport("./data/rows"),
    zone("schema.ts takes its validators from model/"),
  ),
  good(
    "convex/_generated/server.ts",
    [
      `import { queryGeneric, type QueryBuilder } from "convex/server";`,
      `import type { DataModel } from "./dataModel";`,
      `export const query: QueryBuilder<DataModel, "public"> = queryGeneric;`,
    ].join("\n"),
  ),
  good(
    "convex/_generated/dataModel.ts",
    [
      `import type { DataModelFromSchemaDefinition } from "convex/server";`,
      `import type { GenericId } from "convex/values";`,
      `import type schema from "../tables";`,
      `export type DataModel = DataModelFromSchemaDefinition<typeof schema>;`,
      `export type Id<Table extends string> = GenericId<Table>;`,
    ].join("\n"),
  ),
  good(
    "convex/tables.ts",
    [
      `import { defineSchema, defineTable } from "convex/server";`,
      `import { v } from "convex/values";`,
      `export default defineSchema({ tickets: defineTable({ n: v.number() }) });`,
    ].join("\n"),
  ),
  good("convex/_generated/api.ts", "export const api = 1;\n"),
];

const engineSeeds = ENGINE_RANKS.flatMap((folder, rank): Seed[] => {
  const left = ENGINE_RANKS[rank - 1];
  const right = ENGINE_RANKS[rank + 1];
  return [
    bad(
      `engine/${folder}/upward.ts`,
      reexport(right ? `../${right}/base.ts` : "../main.ts"),
      zone(`engine/${folder} may import only folders to its left`),
    ),
    good(
      `engine/${folder}/downward.ts`,
      reexport(left ? `../${left}/base.ts` : "./base.ts"),
    ),
  ];
});

const zoneSeeds: Seed[] = [
  bad(
    "convex/toBrowser.ts",
    reexport("../src/lib/cn"),
    zone("convex/ is the app's server"),
  ),
  bad(
    "convex/model/impure.ts",
    reexport("../data/rows"),
    zone("model/ is pure"),
  ),
  bad(
    "convex/data/upward.ts",
    reexport("../billing"),
    zone("data/ rests on model/"),
  ),
  bad(
    "convex/integrations/upward.ts",
    reexport("../data/rows"),
    zone("integrations/ have no ctx"),
  ),
  bad(
    "convex/http.ts",
    reexport("./billing"),
    zone("http.ts checks, calls one function"),
  ),
  bad(
    "convex/auth.config.ts",
    reexport("./model/rules"),
    zone("auth.config.ts is read before"),
  ),
  bad(
    "convex/sideways.ts",
    reexport("./billing"),
    zone("files of registered functions never import one another"),
  ),
  bad(
    "src/lib/server.ts",
    reexport("../../convex/data/rows"),
    zone("the browser sees only api"),
  ),
  bad(
    "src/lib/engine.ts",
    reexport("../../engine/main"),
    zone("it knows no server and no test"),
  ),
  bad(
    "src/features/line/sideways.ts",
    reexport("../desk/board"),
    zone("features/line knows no other feature"),
  ),
  bad(
    "src/features/desk/sideways.ts",
    reexport("../line/card"),
    zone("features/desk knows no other feature"),
  ),
  bad(
    "src/features/desk/upward.ts",
    reexport("../../routes/home"),
    zone("features/ lie below routes/"),
  ),
  bad(
    "src/routes/upward.ts",
    reexport("../app/paths"),
    zone("routes/ lie below app/"),
  ),
  bad(
    "src/ui/upward.ts",
    reexport("../features/desk/board"),
    zone("ui/ lies below features/"),
  ),
  bad(
    "src/ui/domain.ts",
    reexport("../../convex/model/rules"),
    zone("ui/ knows no domain words"),
  ),
  bad(
    "src/lib/upward.ts",
    reexport("../ui/button"),
    zone("lib/ is the bottom"),
  ),
  bad(
    "engine/app.ts",
    reexport("../convex/model/rules.ts"),
    zone("the engine loads an app by path"),
  ),
  bad(
    "standins/insider.ts",
    reexport("../engine/main.ts"),
    zone("a stand-in replaces an outside service"),
  ),
  bad(
    "e2e/insider.ts",
    reexport("../engine/main.ts"),
    zone("e2e sees the product from outside"),
  ),
  bad(
    "e2e/database.ts",
    reexport("../convex/data/rows"),
    zone("e2e sees of the server what a browser sees"),
  ),
  good("src/app/router.ts", reexport("../routes/home")),
  good("src/routes/desk.ts", reexport("../features/desk/board")),
  good("src/features/desk/row.ts", reexport("../../ui/button")),
  good("convex/desk.ts", reexport("./data/rows")),
  good("convex/data/more.ts", reexport("../model/rules")),
];

const ticketsReader = (body: string) =>
  [
    `import type { GenericQueryCtx } from "convex/server";`,
    `import type { DataModel, Id } from "../_generated/dataModel";`,
    `export const read = (ctx: GenericQueryCtx<DataModel>, id: Id<"tickets">) =>`,
    `  ${body};`,
  ].join("\n");

const convexSeeds: Seed[] = [
  bad(
    "convex/noArgs.ts",
    `import { ownerMutation } from "./functions";\nexport const go = ownerMutation({ returns: 1, handler: () => 1 });\n`,
    syntax("declares args"),
  ),
  bad(
    "convex/noReturns.ts",
    `import { ownerMutation } from "./functions";\nexport const go = ownerMutation({ args: {}, handler: () => 1 });\n`,
    syntax("declares returns"),
  ),
  good(
    "convex/declared.ts",
    `import { ownerMutation } from "./functions";\nexport const go = ownerMutation({ args: {}, returns: 1, handler: () => Date.now() });\n`,
  ),
  bad(
    "convex/database.ts",
    `export const read = (ctx: { db: { get: () => number } }) => ctx.db.get();\n`,
    syntax("ctx.db lives in convex/data: call"),
  ),
  bad(
    "convex/takenOut.ts",
    `export const read = ({ db }: { db: { get: () => number } }) => db.get();\n`,
    syntax("do not take it out of ctx"),
  ),
  bad(
    "convex/clock.ts",
    `import { publicQuery } from "./functions";\nexport const q = publicQuery({ args: {}, returns: 1, handler: () => Date.now() + new Date().getTime() });\n`,
    syntax("a query never depends on the clock"),
    syntax("a query never depends on the clock"),
  ),
  bad(
    "convex/environment.ts",
    "export const key = process.env.KEY;\n",
    syntax("parsed once"),
  ),
  good("convex/integrations/env.ts", "export const key = process.env.KEY;\n"),
  bad(
    "convex/raw.ts",
    `import { query } from "./_generated/server";\nexport const q = query({ args: {}, handler: () => 1 });\n`,
    imports("import a builder from ./functions"),
  ),
  bad(
    "convex/generic.ts",
    `import { internalMutationGeneric } from "convex/server";\nexport const y = internalMutationGeneric;\n`,
    imports("not a generic one"),
  ),
  bad(
    "convex/oldSyntax.ts",
    `import { query } from "./_generated/server";\nexport const q = query(() => 1);\n`,
    imports("import a builder from ./functions"),
    rule("@convex-dev/no-old-registered-function-syntax"),
  ),
  bad(
    "convex/ownApi.ts",
    `import { api } from "./_generated/api";\nexport const y = api;\n`,
    imports("internal.* only"),
  ),
  bad(
    "convex/model/packages.ts",
    `import { cronJobs } from "convex/server";\nexport const y = cronJobs;\n`,
    imports("model/ imports convex/values"),
  ),
  bad(
    "convex/model/chance.ts",
    [
      "export const y = [Date.now(), Math.random(), new Date()];",
      "export const z = [crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(1))];",
    ].join("\n"),
    property("take `now`"),
    property("take randomness"),
    syntax("instead of new Date()"),
    property("take random ids"),
    property("take random bytes"),
  ),
  good(
    "convex/model/given.ts",
    "export const day = (now: number) => new Date(now).getUTCDate();\n",
  ),
  bad(
    "convex/data/collect.ts",
    ticketsReader(`[ctx.db.query("tickets").collect(), id]`),
    rule("@convex-dev/no-collect-in-query"),
  ),
  bad(
    "convex/data/filter.ts",
    ticketsReader(
      `[ctx.db.query("tickets").filter((q) => q.eq(q.field("n"), 1)).first(), id]`,
    ),
    rule("@convex-dev/no-filter-in-query"),
  ),
  bad(
    "convex/data/untold.ts",
    ticketsReader("ctx.db.get(id)"),
    rule("@convex-dev/explicit-table-ids"),
  ),
  good("convex/data/told.ts", ticketsReader(`ctx.db.get("tickets", id)`)),
  bad(
    "convex/crons.ts",
    [
      `import { cronJobs, makeFunctionReference } from "convex/server";`,
      `const crons = cronJobs();`,
      `crons.daily("sweep", { hourUTC: 3, minuteUTC: 0 }, makeFunctionReference<"mutation">("a:b"));`,
      `export default crons;`,
    ].join("\n"),
    rule("@convex-dev/no-top-of-hour-crons"),
  ),
  bad(
    "convex/twice.ts",
    [
      `import { defineTable } from "convex/server";`,
      `import { v } from "convex/values";`,
      `export const t = defineTable({ a: v.string(), b: v.string() })`,
      `  .index("by_a", ["a"]).index("by_a_and_b", ["a", "b"]);`,
    ].join("\n"),
    rule("@convex-dev/no-duplicate-indexes"),
  ),
  good("convex/integrations/node.ts", `"use node";\nexport const x = 1;\n`),
  bad(
    "convex/runtime.ts",
    `import { x } from "./integrations/node";\nexport const y = x;\n`,
    rule("@convex-dev/import-wrong-runtime"),
  ),
  bad(
    "convex/noise.ts",
    `export const x = () => console.log("hello");\n`,
    rule("no-console"),
  ),
];

const codeSeeds: Seed[] = [
  bad(
    "src/ui/colours.ts",
    [
      `export const a = "#0f0";`,
      `export const b = "bg-[#00643b] p-2";`,
      "export const c = (alpha: number) => `rgba(0, 0, 0, ${alpha})`;",
      `export const d = "hsl(120 50% 50%)";`,
    ].join("\n"),
    ...Array.from({ length: 4 }, () => syntax("colours live in")),
  ),
  good(
    "src/ui/fragments.ts",
    `export const a = ["#ticket", "#add-one", "/join#faded", "&#8203;", "bg-brand"];\n`,
  ),
  bad(
    "src/lib/builders.ts",
    `import { query } from "../../convex/_generated/server";\nexport const y = query;\n`,
    imports("no place in a browser"),
  ),
  bad(
    "src/lib/noise.ts",
    `export const x = () => console.log("hello");\n`,
    rule("no-console"),
  ),
  bad(
    "engine/packages.ts",
    `import { build } from "vite";\nexport const y = build;\n`,
    imports("the engine needs node"),
  ),
  bad(
    "tests/alone.ts",
    `import { test } from "vitest";\ntest.only("x", () => undefined);\n`,
    syntax("every test runs"),
  ),
  bad(
    "e2e/sleepy.ts",
    `export const x = (page: { waitForTimeout(ms: number): void }) => page.waitForTimeout(9);\n`,
    syntax("wait for a state"),
  ),
  bad(
    "src/lib/cycle-a.ts",
    `import { b } from "./cycle-b";\nexport const a = () => b;\n`,
    rule("import-x/no-cycle"),
  ),
  bad(
    "src/lib/cycle-b.ts",
    `import { a } from "./cycle-a";\nexport const b = () => a;\n`,
    rule("import-x/no-cycle"),
  ),
  bad(
    "src/lib/endless.ts",
    "export const x = [\n" + "  1,\n".repeat(400) + "];\n",
    rule("max-lines"),
  ),
  bad(
    "src/lib/loose.ts",
    "export const same = (a: unknown) => a == 1;\n",
    rule("eqeqeq"),
  ),
  bad(
    "src/lib/floating.ts",
    "export const go = (p: Promise<void>) => {\n  p.then(() => undefined);\n};\n",
    rule("@typescript-eslint/no-floating-promises"),
  ),
  bad(
    "src/lib/forgotten.ts",
    [
      `export const go = (s: "a" | "b") => {`,
      `  switch (s) {`,
      `    case "a":`,
      `      return 1;`,
      `  }`,
      `  return 2;`,
      `};`,
    ].join("\n"),
    rule("@typescript-eslint/switch-exhaustiveness-check"),
  ),
  bad(
    "src/lib/types.ts",
    `import { Report } from "./report-type";\nexport type R = Report;\n`,
    rule("@typescript-eslint/consistent-type-imports"),
  ),
  good("src/lib/report-type.ts", "export type Report = number;\n"),
  bad(
    "src/lib/bang.ts",
    "export const x = (a?: number[]) => a!.length;\n",
    rule("@typescript-eslint/no-non-null-assertion"),
  ),
  bad(
    "src/lib/unused.ts",
    "export const x = (a: number) => 1;\n",
    rule("@typescript-eslint/no-unused-vars"),
  ),
  bad(
    "src/lib/disabled.ts",
    "// eslint-disable-next-line eqeqeq -- nothing to excuse here\nexport const x = 1;\n",
    { rule: "unused-disable", says: "Unused eslint-disable directive" },
  ),
  bad(
    "src/features/desk/hook.tsx",
    [
      `import { useState } from "react";`,
      `export function Row({ open }: { open: boolean }) {`,
      `  if (open) return null;`,
      `  const [n] = useState(0);`,
      `  return <p>{n}</p>;`,
      `}`,
    ].join("\n"),
    rule("react-hooks/rules-of-hooks"),
  ),
];

export const SEEDS: readonly Seed[] = [
  ...TARGETS,
  ...engineSeeds,
  ...zoneSeeds,
  ...convexSeeds,
  ...codeSeeds,
];
