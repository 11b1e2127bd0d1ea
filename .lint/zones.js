/** Which folders may import which. Read by house.js; tested by tests/lint/boundaries.test.ts. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Names of the folders directly inside `path`. None if there is no such folder. */
function foldersIn(path) {
  if (!existsSync(join(root, path))) return [];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** A part of convex/ may import itself and the parts before it. */
export const CONVEX_PARTS = [
  "base",
  "business",
  "audit",
  "queue",
  "billing",
  "reports",
  "migrations",
  "mail",
  "account",
  "team",
  "messages",
  "calendar",
  "line",
  "booking",
  "desk",
  "profile",
  "support",
  "visitors",
  "privacy",
  "admin",
  "upkeep",
  "demo",
];

/** An engine folder may import the folders before it and nothing else of the engine. */
export const ENGINE_RANKS = [
  "preflight",
  "values",
  "memory",
  "auth",
  "storage",
  "transactions",
  "functions",
  "reactivity",
  "scheduler",
  "files",
  "snapshots",
  "sync",
  "http",
  "deploy",
  "log",
  "metrics",
];

/** Folders below engine/ when the engine is installed alone, and the output of `convex codegen`. */
const NOT_OURS = ["node_modules", "dist", "_generated"];
/** Folders of engine/ that are not part of the program. */
const ENGINE_TESTS = ["tests", "bench", "faults"];

/** @throws Error for a folder of `top` that is missing from its list */
function ensureRanked(top, ranked) {
  for (const folder of foldersIn(top))
    if (![...NOT_OURS, ...ranked].includes(folder))
      throw new Error(
        `${top}/${folder} has no place: add it to the list of ${top}/ in .lint/zones.js`,
      );
}
ensureRanked("convex", CONVEX_PARTS);
ensureRanked("engine", [...ENGINE_RANKS, ...ENGINE_TESTS, "build"]);

/**
 * `target` minus `but` may not import `from` minus `except`, which is relative to `from`. A folder stands for
 * everything in it, `folder/*` for the files directly in it. A star in the middle stands for any one folder. Messages
 * are unique, because the lint test finds a zone by its message.
 */
export const zones = [
  {
    target: "./convex",
    from: ["./src", "./engine", "./launch", "./standins", "./tests", "./e2e"],
    message: "convex/ is the app's server: it imports only itself.",
  },
  ...CONVEX_PARTS.slice(0, -1).map((part, rank) => ({
    target: `./convex/${part}`,
    from: CONVEX_PARTS.slice(rank + 1).map((later) => `./convex/${later}`),
    message: `convex/${part} may import only itself and the parts before it.`,
  })),
  {
    target: "./convex/*/rules",
    from: "./convex",
    except: ["./*/rules"],
    message: "rules/ are pure: pass data and `now` in.",
  },
  {
    target: ["./convex/*/rules", "./src"],
    from: "./convex/base/rules/phone.ts",
    message:
      "rules/phone carries the world's numbering plans: browsers, and rules that they read, take typedPhone.",
  },
  {
    target: "./convex/*/data",
    from: "./convex",
    except: ["./*/data", "./*/rules", "./_generated", "./schema.ts"],
    message: "data/ rests on rules/ alone.",
  },
  {
    target: "./convex/*/services",
    from: "./convex",
    except: ["./*/services", "./*/rules", "./functions.ts", "./_generated"],
    message: "services/ talk to the outside world: no database.",
  },
  {
    target: "./convex/*/tables.ts",
    from: "./convex",
    except: ["./*/rules"],
    message: "tables take their validators from rules/.",
  },
  {
    target: "./convex/schema.ts",
    from: "./convex",
    except: ["./*/tables.ts", "./migrations/rules"],
    message: "schema.ts lists the tables of the parts.",
  },
  {
    target: "./convex/functions.ts",
    from: "./convex",
    except: ["./*/data", "./*/rules", "./_generated"],
    message: "the builders rest on data/ and rules/.",
  },
  {
    target: "./convex/auth.config.ts",
    from: "./convex",
    except: [],
    message: "auth.config.ts is read before anything else is there.",
  },
  {
    target: "./convex/http.ts",
    from: "./convex",
    except: [
      "./auth.ts",
      "./*/routes.ts",
      "./functions.ts",
      "./*/services",
      "./*/rules",
      "./_generated",
    ],
    message: "http.ts checks, calls one function, answers.",
  },
  {
    target: ["./convex/auth.ts", "./convex/crons.ts", "./convex/*/*"],
    but: ["./convex/*/tables.ts"],
    from: "./convex",
    except: [
      "./functions.ts",
      "./*/data",
      "./*/rules",
      "./*/services",
      "./_generated",
    ],
    message:
      "files of registered functions never import one another: shared code goes down into data/, services/ or rules/.",
  },
  {
    target: "./src",
    from: "./convex",
    except: ["./_generated", "./*/rules"],
    message: "the browser sees only api, dataModel and rules/.",
  },
  {
    target: "./src",
    from: ["./engine", "./launch", "./standins", "./tests", "./e2e"],
    message: "src/ is the browser's: it knows no server and no test.",
  },
  ...foldersIn("src/features").map((feature) => ({
    target: `./src/features/${feature}`,
    from: "./src/features",
    except: [`./${feature}`],
    message: `features/${feature} knows no other feature: compose features in routes/.`,
  })),
  {
    target: "./src/features",
    from: ["./src/routes", "./src/app"],
    message: "features/ lie below routes/ and app/.",
  },
  {
    target: "./src/routes",
    from: "./src/app",
    message: "routes/ lie below app/.",
  },
  {
    target: "./src/ui",
    from: ["./src/features", "./src/routes", "./src/app"],
    message: "ui/ lies below features/, routes/ and app/.",
  },
  {
    target: "./src/ui",
    from: "./convex",
    message: "ui/ knows no domain words.",
  },
  {
    target: "./src/ui",
    from: "./src/strings",
    except: ["./everyone.ts", "./parts.ts"],
    message: "ui/ shows what everybody reads, and what it is given.",
  },
  {
    target: "./src/strings",
    from: [
      "./src/lib",
      "./src/ui",
      "./src/features",
      "./src/routes",
      "./src/app",
    ],
    message: "strings/ knows no screen.",
  },
  {
    target: "./src/lib",
    from: ["./src/ui", "./src/features", "./src/routes", "./src/app"],
    message: "lib/ is the bottom of src/.",
  },
  {
    target: "./engine",
    but: ENGINE_TESTS.map((folder) => `./engine/${folder}`),
    from: [
      ...["./convex", "./src", "./launch", "./standins", "./tests", "./e2e"],
      ...ENGINE_TESTS.map((folder) => `./engine/${folder}`),
    ],
    message: "the engine loads an app by path; it never imports ours.",
  },
  {
    target: ENGINE_TESTS.map((folder) => `./engine/${folder}`),
    from: ["./convex", "./src", "./standins", "./e2e"],
    message: "the engine's own tests know no product.",
  },
  ...ENGINE_RANKS.map((folder, rank) => ({
    target: `./engine/${folder}`,
    from: "./engine",
    except: ENGINE_RANKS.slice(0, rank + 1).map((below) => `./${below}`),
    message: `engine/${folder} may import only folders to its left: ${ENGINE_RANKS.slice(0, rank).join(", ") || "none"}.`,
  })),
  {
    target: "./launch",
    from: "./engine",
    except: ["./preflight", "./build"],
    message:
      "launch/ starts the engine as a program and imports only what any Node can read.",
  },
  {
    target: "./launch",
    from: ["./convex", "./src", "./standins", "./tests", "./e2e"],
    message: "launch/ starts the other parts by path and imports none.",
  },
  {
    target: "./standins",
    from: ["./convex", "./src", "./engine", "./launch", "./tests", "./e2e"],
    message: "a stand-in replaces an outside service: it knows nothing of us.",
  },
  {
    target: "./e2e",
    from: ["./src", "./engine", "./launch", "./standins"],
    message: "e2e sees the product from outside.",
  },
  {
    target: "./e2e",
    from: "./convex",
    except: ["./_generated", "./*/rules"],
    message: "e2e sees of the server what a browser sees.",
  },
];
