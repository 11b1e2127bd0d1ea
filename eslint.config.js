/**
 * What oxlint lacks: Convex's rules that read types through TypeScript's own API, and the proof that regular
 * expressions take linear time. All other checks are in oxlint.config.ts.
 */
import convex from "@convex-dev/eslint-plugin";
import * as parser from "@typescript-eslint/parser";
import regexp from "eslint-plugin-regexp";
import { defineConfig, globalIgnores } from "eslint/config";

export default defineConfig(
  globalIgnores(["convex/_generated", "engine/{tests,bench,faults}"]),
  {
    files: ["convex/**/*.ts"],
    languageOptions: {
      parser,
      parserOptions: {
        project: ".lint/tsconfig.json",
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "off" }, // oxlint reports them
    plugins: { "@convex-dev": convex },
    rules: {
      "@convex-dev/explicit-table-ids": "error",
      "@convex-dev/no-collect-in-query": "error",
      "@convex-dev/no-filter-in-query": "error",
    },
  },
  {
    // Callers choose the input of these patterns.
    files: ["{engine,convex,standins,launch}/**/*.{ts,tsx,js,mjs}"],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: "off" },
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
);
