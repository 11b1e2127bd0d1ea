/**
 * Checks of the code: oxlint's rules for errors, more of them by name, habits of single parts (.lint/habits.js), and
 * import boundaries (.lint/zones.js). Formatting is oxfmt's.
 * `tests/lint/` seeds a bad file for every rule and every zone, because a rule that matches nothing looks exactly like
 * clean code.
 */
import { defineConfig } from "oxlint";
import { habits } from "./.lint/habits.js";

/** Makes each of them an error. */
const errors = (names: string) =>
  Object.fromEntries(
    names.split(/\s+/).map((name) => [name, "error"] as const),
  );

export default defineConfig({
  categories: { correctness: "error" },
  plugins: ["typescript", "react"],
  jsPlugins: [
    { name: "house", specifier: "./.lint/house.js" },
    { name: "convex", specifier: "@convex-dev/eslint-plugin" },
    { name: "regexp", specifier: "eslint-plugin-regexp" },
  ],
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  // Read like a .gitignore: without the slash "data" would hide convex/data.
  ignorePatterns: [
    "node_modules",
    "dist",
    "dist-*",
    "_generated",
    "/data",
    "/test-results",
  ],
  rules: {
    ...errors(
      `eqeqeq no-case-declarations no-empty no-fallthrough no-prototype-builtins no-regex-spaces
      no-unexpected-multiline no-useless-assignment preserve-caught-error house/zones`,
    ),
    "max-lines": [
      "error",
      { max: 400, skipBlankLines: true, skipComments: true },
    ],
    "no-unused-vars": [
      "error",
      {
        argsIgnorePattern: "^_",
        varsIgnorePattern: "^_",
        ignoreRestSiblings: true,
      },
    ],
    // Text is sorted by code units and split by code points on purpose.
    "typescript/require-array-sort-compare": "off",
    "typescript/no-misused-spread": "off",
  },
  overrides: [
    {
      files: ["**/*.{ts,tsx}"],
      rules: {
        ...errors(
          `no-array-constructor no-var prefer-const prefer-rest-params prefer-spread typescript/ban-ts-comment
          typescript/consistent-type-imports typescript/no-empty-object-type typescript/no-explicit-any
          typescript/no-misused-promises typescript/no-namespace typescript/no-non-null-assertion
          typescript/no-require-imports typescript/no-unnecessary-type-assertion
          typescript/no-unnecessary-type-constraint typescript/no-unsafe-argument typescript/no-unsafe-assignment
          typescript/no-unsafe-call typescript/no-unsafe-enum-comparison typescript/no-unsafe-function-type
          typescript/no-unsafe-member-access typescript/no-unsafe-return typescript/only-throw-error
          typescript/prefer-promise-reject-errors typescript/restrict-plus-operands`,
        ),
        "typescript/switch-exhaustiveness-check": [
          "error",
          { considerDefaultExhaustiveForUnions: true },
        ],
        "no-setter-return": "off", // the compiler finds it, and only where a value is explicitly returned
      },
    },
    {
      // Plain JavaScript that must run before anything is installed. For other files the compiler checks names.
      files: ["**/*.{js,mjs}"],
      env: { node: true },
      rules: errors("no-redeclare no-undef"),
    },
    {
      files: ["public/**/*.js"],
      env: { browser: true, serviceworker: true },
    },
    {
      // The engine handles bytes in strings, and values whose type it has just checked.
      files: ["engine/**/*.ts"],
      rules: {
        "no-control-regex": "off",
        "typescript/no-base-to-string": "off",
      },
    },
    {
      files: ["convex/**/*.ts"],
      rules: errors(
        `convex/import-wrong-runtime convex/no-collect-in-query convex/no-duplicate-indexes
        convex/no-filter-in-query convex/no-old-registered-function-syntax convex/no-top-of-hour-crons no-console`,
      ),
    },
    {
      // Callers choose the input of these patterns, so matching them must take linear time.
      files: ["{engine,convex,standins,launch}/**/*.{ts,tsx,js,mjs}"],
      rules: {
        "regexp/no-super-linear-backtracking": [
          "error",
          { report: "potential" },
        ],
        "regexp/no-super-linear-move": ["error", { report: "potential" }],
      },
    },
    {
      files: ["engine/{tests,bench,faults}/**"],
      rules: {
        "regexp/no-super-linear-backtracking": "off",
        "regexp/no-super-linear-move": "off",
      },
    },
    {
      files: ["src/**/*.{ts,tsx}"],
      rules: {
        ...errors("react-hooks/rules-of-hooks react/unsupported-syntax"),
        "react/no-did-update-set-state": "off", // an error boundary resets its error this way
      },
    },
    {
      // Test components expose their internals.
      files: ["tests/**/*.tsx"],
      rules: { "react/globals": "off" },
    },
    ...habits,
  ],
});
