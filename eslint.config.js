/**
 * The rules of the house that a machine can check: who may import whom, Convex's own rules, and the few habits that
 * once broken are hard to see in review. Formatting is Prettier's. `tests/lint/` seeds a bad file for every rule and
 * every zone below, because a boundary rule that silently matches nothing looks exactly like a tidy tree.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import js from "@eslint/js";
import convex from "@convex-dev/eslint-plugin";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const root = import.meta.dirname;

/** Names of the folders directly inside `path`; none if there is no such folder. */
function foldersIn(path) {
  if (!existsSync(join(root, path))) return [];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

// ---------------------------------------------------------------- who may import whom

/** An engine folder may import the folders to its left and nothing else of the engine. */
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

const unranked = foldersIn("engine").filter((f) => !ENGINE_RANKS.includes(f));
if (unranked.length > 0) {
  throw new Error(
    `engine/${unranked[0]} has no rank: add it to ENGINE_RANKS in eslint.config.js`,
  );
}

/** Files of convex/ that do not only hold registered functions; each has its own zone below. */
const CONVEX_WIRING = ["functions", "schema", "http", "auth.config"];

/** `target` may not import `from`, minus `except`. The messages are unique: the lint test finds a zone by its message. */
const zones = [
  {
    target: "./convex",
    from: ["./src", "./engine", "./standins", "./tests", "./e2e"],
    message: "convex/ is the app's server: it imports only itself.",
  },
  {
    target: "./convex/model",
    from: "./convex",
    except: ["./model"],
    message: "model/ is pure: pass data and `now` in.",
  },
  {
    target: "./convex/data",
    from: "./convex",
    except: ["./data", "./model", "./_generated", "./schema.ts"],
    message: "data/ rests on model/ alone.",
  },
  {
    target: "./convex/integrations",
    from: "./convex",
    except: ["./integrations", "./model"],
    message: "integrations/ have no ctx and no database.",
  },
  {
    target: "./convex/schema.ts",
    from: "./convex",
    except: ["./model"],
    message: "schema.ts takes its validators from model/.",
  },
  {
    target: "./convex/functions.ts",
    from: "./convex",
    except: ["./data", "./model", "./_generated"],
    message: "the builders rest on data/ and model/.",
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
      "./functions.ts",
      "./integrations",
      "./model",
      "./_generated",
    ],
    message: "http.ts checks, calls one function, answers.",
  },
  {
    target: `./convex/!(${CONVEX_WIRING.join("|")}).ts`,
    from: "./convex",
    except: [
      "./functions.ts",
      "./data",
      "./model",
      "./integrations",
      "./_generated",
    ],
    message:
      "files of registered functions never import one another: shared code goes down into data/ or model/.",
  },
  {
    target: "./src",
    from: "./convex",
    except: ["./_generated", "./model"],
    message: "the browser sees only api, dataModel and model/.",
  },
  {
    target: "./src",
    from: ["./engine", "./standins", "./tests", "./e2e"],
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
    target: "./src/lib",
    from: ["./src/ui", "./src/features", "./src/routes", "./src/app"],
    message: "lib/ is the bottom of src/.",
  },
  {
    target: "./engine",
    from: ["./convex", "./src", "./standins", "./tests", "./e2e"],
    message: "the engine loads an app by path; it never imports ours.",
  },
  ...ENGINE_RANKS.map((folder, rank) => ({
    target: `./engine/${folder}`,
    from: "./engine",
    except: ENGINE_RANKS.slice(0, rank + 1).map((below) => `./${below}`),
    message: `engine/${folder} may import only folders to its left: ${ENGINE_RANKS.slice(0, rank).join(", ") || "none"}.`,
  })),
  {
    target: "./standins",
    from: ["./convex", "./src", "./engine", "./tests", "./e2e"],
    message: "a stand-in replaces an outside service: it knows nothing of us.",
  },
  {
    target: "./e2e",
    from: ["./src", "./engine", "./standins"],
    message: "e2e sees the product from outside.",
  },
  {
    target: "./e2e",
    from: "./convex",
    except: ["./_generated", "./model"],
    message: "e2e sees of the server what a browser sees.",
  },
];

// ---------------------------------------------------------------- single habits

const BUILDER =
  "CallExpression[callee.name=/^(public|customer|owner|admin|internal)(Query|Mutation|Action)$/]";

const builderSyntax = ["args", "returns"].map((field) => ({
  selector: `${BUILDER} > ObjectExpression.arguments:not(:has(> Property[key.name='${field}']))`,
  message: `every Convex function declares ${field}.`,
}));

const databaseSyntax = [
  {
    selector: "MemberExpression[property.name='db']",
    message: "ctx.db lives in convex/data: call a function there.",
  },
  {
    selector: "ObjectPattern > Property[key.name='db']",
    message: "ctx.db lives in convex/data: do not take it out of ctx here.",
  },
];

const environmentSyntax = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: "the environment is parsed once, in integrations/env.ts.",
  },
];

const clockInQuerySyntax = [
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
].map((clock) => ({
  selector: `CallExpression[callee.name=/Query$/] ${clock}`,
  message: "a query never depends on the clock: send times, let screens tick.",
}));

const pureSyntax = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "take `now` as a parameter instead of new Date().",
  },
];

const pureProperties = [
  ["Date", "now", "take `now` as a parameter."],
  ["Math", "random", "take randomness as a parameter."],
  ["crypto", "randomUUID", "take random ids as a parameter."],
  ["crypto", "getRandomValues", "take random bytes as a parameter."],
].map(([object, property, message]) => ({ object, property, message }));

/** `#abc` and friends not followed by more of a word, and colour functions. Fragments like `#ticket` do not match. */
const COLOUR =
  "(?:^|[^\\w&])#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})(?![\\w-])|\\b(?:rgba?|hsla?|oklch|oklab|hwb)\\(";

const colourSyntax = [
  `Literal[value=/${COLOUR}/]`,
  `TemplateElement[value.raw=/${COLOUR}/]`,
].map((selector) => ({
  selector,
  message: "colours live in src/ui/tokens.css: use a token.",
}));

const testSyntax = [
  {
    selector:
      "CallExpression[callee.object.name=/^(test|it|describe)$/][callee.property.name=/^(only|skip|todo|fixme|fails|skipIf|runIf)$/]",
    message: "every test runs, always.",
  },
  {
    selector: "CallExpression[callee.property.name='waitForTimeout']",
    message: "wait for a state, not for time.",
  },
];

const rawBuilders = {
  group: ["**/_generated/server"],
  importNames: [
    "query",
    "mutation",
    "action",
    "internalQuery",
    "internalMutation",
    "internalAction",
  ],
  message: "import a builder from ./functions.",
};
const rawGenerics = {
  group: ["convex/server"],
  importNamePattern: "^(internal)?([qQ]uery|[mM]utation|[aA]ction)Generic$",
  message: "import a builder from ./functions, not a generic one.",
};
const publicApi = {
  group: ["**/_generated/api"],
  importNames: ["api"],
  message: "schedule and run internal.* only.",
};
const serverCode = {
  group: ["**/_generated/server"],
  message: "the server's builders have no place in a browser.",
};
const modelPackages = {
  regex: "^(?!\\.|convex/values$)",
  message: "model/ imports convex/values and its own files.",
};
const enginePackages = {
  regex: "^(?!\\.|node:|convex/values$|convex/server$|better-sqlite3$|ws$)",
  message:
    "the engine needs node, better-sqlite3, ws, convex/values and convex/server only.",
};

/** Syntax and import rules replace, not extend, those of an earlier block: so each file gets its whole list at once. */
function habits(files, { ignores = [], syntax = [], imports = [], rules }) {
  return {
    files,
    ignores,
    rules: {
      ...(syntax.length > 0 && {
        "no-restricted-syntax": ["error", ...syntax],
      }),
      ...(imports.length > 0 && {
        "no-restricted-imports": ["error", { patterns: imports }],
      }),
      ...rules,
    },
  };
}

export default defineConfig(
  globalIgnores(["dist", "data", "**/_generated", "test-results"]),
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [
      tseslint.configs.recommendedTypeChecked,
      importX.flatConfigs.typescript, // without this no-cycle silently finds nothing in .ts files
    ],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: root },
    },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/require-await": "off", // an interface may ask for a promise that is ready at once
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_" },
      ],
    },
  },
  {
    // Plain JavaScript: what must run before anything is installed.
    files: ["**/*.{js,mjs}"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        fetch: "readonly",
        URL: "readonly",
        performance: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
      },
    },
  },
  {
    files: ["public/**/*.js"],
    languageOptions: {
      sourceType: "script",
      globals: {
        window: "readonly",
        document: "readonly",
        location: "readonly",
        localStorage: "readonly",
        matchMedia: "readonly",
      },
    },
  },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [
        createTypeScriptImportResolver({
          project: join(root, "tsconfig.json"),
        }),
        createNodeResolver(),
      ],
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones, basePath: root }],
      "import-x/no-cycle": "error",
      "max-lines": [
        "error",
        { max: 400, skipBlankLines: true, skipComments: true },
      ],
      eqeqeq: "error",
    },
  },
  {
    files: ["convex/**/*.ts"],
    // One by one, not by the preset: its shape depends on whether a global `require` exists.
    plugins: { "@convex-dev": convex },
    rules: {
      "@convex-dev/explicit-table-ids": "error",
      "@convex-dev/import-wrong-runtime": "error",
      "@convex-dev/no-collect-in-query": "error",
      "@convex-dev/no-duplicate-indexes": "error",
      "@convex-dev/no-filter-in-query": "error",
      "@convex-dev/no-old-registered-function-syntax": "error",
      "@convex-dev/no-top-of-hour-crons": "error",
      "no-console": "error",
    },
  },
  habits(["convex/*.ts"], {
    ignores: ["convex/functions.ts", "convex/auth.config.ts"],
    syntax: [
      ...builderSyntax,
      ...databaseSyntax,
      ...clockInQuerySyntax,
      ...environmentSyntax,
    ],
    imports: [rawBuilders, rawGenerics, publicApi],
  }),
  habits(["convex/functions.ts"], {
    syntax: [...databaseSyntax, ...environmentSyntax],
    imports: [publicApi],
  }),
  habits(["convex/data/**/*.ts"], {
    syntax: [...pureSyntax, ...environmentSyntax],
    imports: [rawBuilders, rawGenerics, publicApi],
    rules: { "no-restricted-properties": ["error", ...pureProperties] },
  }),
  habits(["convex/model/**/*.ts"], {
    syntax: [...databaseSyntax, ...pureSyntax, ...environmentSyntax],
    imports: [modelPackages],
    rules: { "no-restricted-properties": ["error", ...pureProperties] },
  }),
  habits(["convex/integrations/**/*.ts"], {
    ignores: ["convex/integrations/env.ts"],
    syntax: [...databaseSyntax, ...environmentSyntax],
    imports: [rawBuilders, rawGenerics, publicApi],
  }),
  {
    ...reactHooks.configs.flat["recommended-latest"],
    name: "react-hooks/recommended-latest",
    files: ["src/**/*.{ts,tsx}"],
  },
  habits(["src/**/*.{ts,tsx}"], {
    syntax: colourSyntax,
    imports: [serverCode],
    rules: { "no-console": "error" },
  }),
  habits(["engine/**/*.ts"], { imports: [enginePackages] }),
  habits(["tests/**/*.{ts,tsx}", "e2e/**/*.ts"], { syntax: testSyntax }),
);
