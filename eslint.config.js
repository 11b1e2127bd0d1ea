/**
 * What a machine checks of the house: who may import whom (.eslint/zones.js), habits of its parts
 * (.eslint/habits.js), Convex's own rules and the presets. Formatting is Prettier's. `tests/lint/` seeds a bad
 * file for every rule and every zone, because a boundary rule that silently matches nothing looks exactly like a tidy
 * tree.
 */
import { join } from "node:path";
import js from "@eslint/js";
import convex from "@convex-dev/eslint-plugin";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import reactHooks from "eslint-plugin-react-hooks";
import regexp from "eslint-plugin-regexp";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { habits } from "./.eslint/habits.js";
import { zones } from "./.eslint/zones.js";

const root = import.meta.dirname;

export default defineConfig(
  globalIgnores(["**/dist", "dist-*", "data", "**/_generated", "test-results"]),
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [
      tseslint.configs.recommendedTypeChecked,
      importX.flatConfigs.typescript, // what its rules need to know about .ts files
    ],
    languageOptions: {
      parserOptions: { project: "tsconfig.json", tsconfigRootDir: root },
    },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/require-await": "off", // an interface may ask for a promise that is ready at once
      "@typescript-eslint/no-unused-vars": [
        "error",
        {
          argsIgnorePattern: "^_",
          varsIgnorePattern: "^_",
          ignoreRestSiblings: true,
        },
      ],
    },
  },
  {
    // Plain JavaScript: what must run before anything is installed.
    files: ["**/*.{js,mjs}"],
    rules: { "no-unused-vars": ["error", { ignoreRestSiblings: true }] },
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
        addEventListener: "readonly",
        HTMLScriptElement: "readonly",
        Event: "readonly",
        WebSocket: "readonly",
        queueMicrotask: "readonly",
      },
    },
  },
  {
    files: ["public/sw.js"],
    languageOptions: {
      globals: {
        caches: "readonly",
        registration: "readonly",
        clients: "readonly",
        skipWaiting: "readonly",
        URL: "readonly",
        Request: "readonly",
        Response: "readonly",
        URLPattern: "readonly",
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
      "max-lines": [
        "error",
        { max: 400, skipBlankLines: true, skipComments: true },
      ],
      eqeqeq: "error",
    },
  },
  {
    // The engine's business is bytes in strings and values whose kind it has just looked at.
    files: ["engine/**/*.ts", "tests/engine/**/*.ts"],
    rules: {
      "no-control-regex": "off",
      "@typescript-eslint/no-base-to-string": "off",
    },
  },
  {
    files: ["engine/**/*.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        ...["node:http", "node:https"].map((name) => ({
          name,
          allowTypeImports: true,
          message: "It loads undici. Use engine/values/node-http.ts.",
        })),
      ],
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
  {
    ...reactHooks.configs.flat["recommended-latest"],
    name: "react-hooks/recommended-latest",
    files: ["src/**/*.{ts,tsx}"],
  },
  {
    // Callers choose what patterns meet: each takes time in proportion to the length.
    files: ["{engine,convex,standins,launch,src,public}/**"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  ...habits,
);
