/** For each zone a file with a forbidden import, and neighbours with allowed imports. */
import { CONVEX_PARTS, ENGINE_RANKS } from "../../.lint/zones.js";
import { bad, good, reexport, zone, type Seed } from "./seed.ts";

const targets: Seed[] = [
  ..."convex/auth convex/queue/switch convex/queue/tables"
    .concat(" convex/queue/rules/line convex/queue/services/wire")
    .concat(" convex/queue/data/rows convex/messages/services/wire")
    .concat(" src/app/paths src/routes/home src/features/line/card")
    .concat(
      " src/features/desk/board src/ui/button src/lib/cn src/strings/dashboard src/strings/everyone",
    )
    .concat(
      " standins/outbox tests/setup e2e/world engine/main engine/tests/open",
    )
    .split(" ")
    .map((path) => good(`${path}.ts`, "export const x = 1;\n")),
  good("launch/settings.mjs", "export const x = 1;\n"),
  ...CONVEX_PARTS.map((part) =>
    good(`convex/${part}/rules/base.ts`, "export const x = 1;\n"),
  ),
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
      reexport("./queue/switch"),
    ].join("\n"),
    zone("the builders rest on data/"),
  ),
  bad(
    "convex/schema.ts",
    reexport("./queue/rules/line"),
    zone("schema.ts lists the tables of the parts"),
  ),
  bad(
    "convex/line/tables.ts",
    reexport("../queue/data/rows"),
    zone("tables take their validators from rules/"),
  ),
  good("convex/desk/tables.ts", reexport("../queue/rules/line")),
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
      `import type schema from "../seats";`,
      `export type DataModel = DataModelFromSchemaDefinition<typeof schema>;`,
      `export type Id<Table extends string> = GenericId<Table>;`,
    ].join("\n"),
  ),
  good(
    "convex/seats.ts",
    [
      `import { defineSchema, defineTable } from "convex/server";`,
      `import { v } from "convex/values";`,
      `export default defineSchema({ tickets: defineTable({ n: v.number() }) });`,
    ].join("\n"),
  ),
  good("convex/_generated/api.ts", "export const api = 1;\n"),
];

const partSeeds = CONVEX_PARTS.flatMap((part, rank): Seed[] => {
  const before = CONVEX_PARTS[rank - 1] ?? part;
  const after = CONVEX_PARTS[rank + 1];
  return [
    ...(after === undefined
      ? []
      : [
          bad(
            `convex/${part}/rules/upward.ts`,
            reexport(`../../${after}/rules/base`),
            zone(`convex/${part} may import only itself and the parts before`),
          ),
        ]),
    good(
      `convex/${part}/rules/downward.ts`,
      reexport(`../../${before}/rules/base`),
    ),
  ];
});

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
    "convex/queue/rules/impure.ts",
    reexport("../data/rows"),
    zone("rules/ are pure"),
  ),
  bad(
    "convex/queue/rules/heavy.ts",
    reexport("../../base/rules/phone"),
    zone("rules/phone carries the world's numbering plans"),
  ),
  bad(
    "src/lib/heavy.ts",
    reexport("../../convex/base/rules/phone"),
    zone("rules/phone carries the world's numbering plans"),
  ),
  bad(
    "convex/queue/data/upward.ts",
    reexport("../switch"),
    zone("data/ rests on rules/"),
  ),
  bad(
    "convex/queue/services/upward.ts",
    reexport("../data/rows"),
    zone("services/ talk to the outside world"),
  ),
  bad(
    "convex/http.ts",
    reexport("./queue/switch"),
    zone("http.ts checks, calls one function"),
  ),
  bad(
    "convex/auth.config.ts",
    reexport("./queue/rules/line"),
    zone("auth.config.ts is read before"),
  ),
  bad(
    "convex/queue/sideways.ts",
    reexport("./switch"),
    zone("files of registered functions never import one another"),
  ),
  bad(
    "src/lib/server.ts",
    reexport("../../convex/queue/data/rows"),
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
    reexport("../../convex/queue/rules/line"),
    zone("ui/ knows no domain words"),
  ),
  bad(
    "src/ui/owner.ts",
    reexport("../strings/dashboard"),
    zone("ui/ shows what everybody reads"),
  ),
  bad(
    "src/strings/upward.ts",
    reexport("../lib/cn"),
    zone("strings/ knows no screen"),
  ),
  bad(
    "src/lib/upward.ts",
    reexport("../ui/button"),
    zone("lib/ is the bottom"),
  ),
  bad(
    "engine/app.ts",
    reexport("../convex/queue/rules/line.ts"),
    zone("the engine loads an app by path"),
  ),
  bad(
    "engine/tested.ts",
    reexport("./tests/open.ts"),
    zone("the engine loads an app by path"),
  ),
  ...["tests", "bench", "faults"].map((folder) =>
    bad(
      `engine/${folder}/product.ts`,
      reexport("../../convex/queue/rules/line.ts"),
      zone("the engine's own tests know no product"),
    ),
  ),
  bad(
    "engine/starter.ts",
    reexport("../launch/settings.mjs"),
    zone("the engine loads an app by path"),
  ),
  bad(
    "launch/insider.mjs",
    reexport("../engine/main.ts"),
    zone("launch/ starts the engine as a program"),
  ),
  bad(
    "launch/guest.mjs",
    reexport("../standins/outbox.ts"),
    zone("launch/ starts the other parts by path"),
  ),
  bad(
    "standins/starter.ts",
    reexport("../launch/settings.mjs"),
    zone("a stand-in replaces an outside service"),
  ),
  good("launch/asker.mjs", reexport("../engine/preflight/base.ts")),
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
    reexport("../convex/queue/data/rows"),
    zone("e2e sees of the server what a browser sees"),
  ),
  good("src/app/router.ts", reexport("../routes/home")),
  good("src/routes/desk.ts", reexport("../features/desk/board")),
  good("src/ui/close.ts", reexport("../strings/everyone")),
  good("src/features/desk/row.ts", reexport("../../ui/button")),
  good("convex/queue/counter.ts", reexport("./data/rows")),
  good("convex/messages/routes.ts", reexport("./services/wire")),
  good("convex/queue/data/down.ts", reexport("../rules/line")),
  good("src/lib/rules.ts", reexport("../../convex/queue/rules/line")),
];

export const ZONE_SEEDS: readonly Seed[] = [
  ...targets,
  ...partSeeds,
  ...engineSeeds,
  ...zoneSeeds,
];
