/**
 * The rules of Convex's that read types by TypeScript's own API, which oxlint does not have. Everything else a machine
 * checks is in oxlint.config.ts.
 */
import convex from "@convex-dev/eslint-plugin";
import * as parser from "@typescript-eslint/parser";
import { defineConfig, globalIgnores } from "eslint/config";

export default defineConfig(globalIgnores(["convex/_generated"]), {
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
});
