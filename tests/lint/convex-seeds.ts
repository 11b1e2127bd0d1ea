/** Files that each break one rule of convex/, and correct files beside them. */
import { readFileSync } from "node:fs";
import {
  bad,
  good,
  imports,
  property,
  rule,
  syntax,
  type Seed,
} from "./seed.ts";

const builders = readFileSync("convex/functions.ts", "utf8").matchAll(
  /^export const (\w+(?:Query|Mutation|Action))\b/gm,
);
const ticketsReader = (body: string) =>
  [
    `import type { GenericQueryCtx } from "convex/server";`,
    `import type { DataModel, Id } from "../../_generated/dataModel";`,
    `export const read = (ctx: GenericQueryCtx<DataModel>, id: Id<"tickets">) =>`,
    `  ${body};`,
  ].join("\n");

export const CONVEX_SEEDS: readonly Seed[] = [
  ...[...builders].map(([, name]) =>
    bad(
      `convex/desk/noArgs.${name}.ts`,
      `declare const ${name}: (given: object) => object;\nexport const go = ${name}({ returns: 1, handler: () => 1 });\n`,
      syntax("declares args"),
    ),
  ),
  bad(
    "convex/desk/noReturns.ts",
    `import { ownerMutation } from "../functions";\nexport const go = ownerMutation({ args: {}, handler: () => 1 });\n`,
    syntax("declares returns"),
  ),
  bad(
    "convex/desk/bare.ts",
    `import { ownerMutation } from "../functions";\nexport const go = ownerMutation(() => 1);\n`,
    syntax("is an object, with args"),
  ),
  good(
    "convex/desk/declared.ts",
    `import { ownerMutation } from "../functions";\nexport const go = ownerMutation({ args: {}, returns: 1, handler: () => Date.now() });\n`,
  ),
  bad(
    "convex/desk/database.ts",
    `export const read = (ctx: { db: { get: () => number } }) => ctx.db.get();\n`,
    syntax("ctx.db lives in data/: call"),
  ),
  ...[
    'insert("tickets", id, row)',
    'patch("tickets", id, row)',
    'replace("tickets", id, row)',
    'delete("tickets", id, row)',
  ].map((write) =>
    bad(
      `convex/desk/data/${write.slice(0, 5)}.ts`,
      `export const go = (db: { [name: string]: (...given: string[]) => void }, id: string, row: string) => db.${write};\n`,
      syntax("tickets are written in"),
    ),
  ),
  good(
    "convex/desk/data/otherTable.ts",
    `export const go = (ctx: { db: { patch: (table: string) => void } }) => ctx.db.patch("lines");\n`,
  ),
  bad(
    "convex/desk/takenOut.ts",
    `export const read = ({ db }: { db: { get: () => number } }) => db.get();\n`,
    syntax("do not take it out of ctx"),
  ),
  bad(
    "convex/desk/clock.ts",
    `import { publicQuery } from "../functions";\nexport const q = publicQuery({ args: {}, returns: 1, handler: () => Date.now() + new Date().getTime() });\n`,
    syntax("a query never depends on the clock"),
    syntax("a query never depends on the clock"),
  ),
  bad(
    "convex/desk/environment.ts",
    "export const key = process.env.KEY;\n",
    syntax("parsed once"),
  ),
  good("convex/base/services/env.ts", "export const key = process.env.KEY;\n"),
  bad(
    "convex/desk/raw.ts",
    `import { query } from "../_generated/server";\nexport const q = query({ args: {}, handler: () => 1 });\n`,
    imports("import a builder from ./functions"),
  ),
  bad(
    "convex/desk/generic.ts",
    `import { internalMutationGeneric } from "convex/server";\nexport const y = internalMutationGeneric;\n`,
    imports("not a generic one"),
  ),
  bad(
    "convex/desk/oldSyntax.ts",
    `import { query } from "../_generated/server";\nexport const q = query(() => 1);\n`,
    imports("import a builder from ./functions"),
    rule("convex/no-old-registered-function-syntax"),
  ),
  bad(
    "convex/desk/ownApi.ts",
    `import { api } from "../_generated/api";\nexport const y = api;\n`,
    imports("internal.* only"),
  ),
  bad(
    "convex/desk/rules/packages.ts",
    `import { cronJobs } from "convex/server";\nexport const y = cronJobs;\n`,
    imports("rules/ import convex/values"),
  ),
  bad(
    "convex/base/rules/phone.ts",
    `import { cronJobs } from "convex/server";\nexport const x = cronJobs;\n`,
    imports("rules/phone imports numbering plans"),
  ),
  bad(
    "convex/desk/rules/chance.ts",
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
    "convex/desk/rules/given.ts",
    "export const day = (now: number) => new Date(now).getUTCDate();\n",
  ),
  bad(
    "convex/desk/data/collect.ts",
    ticketsReader(`[ctx.db.query("tickets").collect(), id]`),
    rule("convex/no-collect-in-query"),
  ),
  bad(
    "convex/desk/data/filter.ts",
    ticketsReader(
      `[ctx.db.query("tickets").filter((q) => q.eq(q.field("n"), 1)).first(), id]`,
    ),
    rule("convex/no-filter-in-query"),
  ),
  bad(
    "convex/desk/data/untold.ts",
    ticketsReader("ctx.db.get(id)"),
    syntax("name the table"),
  ),
  good("convex/desk/data/told.ts", ticketsReader(`ctx.db.get("tickets", id)`)),
  bad(
    "convex/crons.ts",
    [
      `import { cronJobs, makeFunctionReference } from "convex/server";`,
      `const crons = cronJobs();`,
      `crons.daily("sweep", { hourUTC: 3, minuteUTC: 0 }, makeFunctionReference<"mutation">("a:b"));`,
      `export default crons;`,
    ].join("\n"),
    rule("convex/no-top-of-hour-crons"),
  ),
  bad(
    "convex/desk/twice.ts",
    [
      `import { defineTable } from "convex/server";`,
      `import { v } from "convex/values";`,
      `export const t = defineTable({ a: v.string(), b: v.string() })`,
      `  .index("by_a", ["a"]).index("by_a_and_b", ["a", "b"]);`,
    ].join("\n"),
    rule("convex/no-duplicate-indexes"),
  ),
  good("convex/desk/services/node.ts", `"use node";\nexport const x = 1;\n`),
  bad(
    "convex/desk/runtime.ts",
    `import { x } from "./services/node";\nexport const y = x;\n`,
    rule("convex/import-wrong-runtime"),
  ),
  bad(
    "convex/desk/noise.ts",
    `export const x = () => console.log("hello");\n`,
    rule("no-console"),
  ),
];
