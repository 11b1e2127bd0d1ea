/// <reference types="vitest/config" />
import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { environments } from "./build/apps.ts";
import { buildClient } from "./build/client.ts";

/** `npm run faults`. In `npm test -- --all` the same tests make fewer attempts. */
const isFullLength = process.env["FAULTS"] === "full";
/** The limits only end what hangs, also on a busy machine. No test has its own. */
const LIMIT_MS = (isFullLength ? 60 : 15) * 60_000;
const patient = {
  testTimeout: LIMIT_MS,
  hookTimeout: LIMIT_MS,
  expect: { poll: { timeout: 120_000 } },
} as const;
/** Objects of the tests are short-lived. With more room for young objects, garbage collection takes a tenth less. */
const ROOM = ["--max-semi-space-size=64"];
/** Run before each test file. */
const SET_UP = ["tests/patient.ts", "tests/seeded-properties.ts"];
const nodeTests = {
  ...patient,
  environment: "node",
  setupFiles: SET_UP,
  // For the processes that tests start: a third of an engine's start is reading and compiling it.
  env: {
    NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/node`,
  },
} as const;

const VALIDATORS = [
  ...["v.array", "v.boolean", "v.id", "v.literal", "v.nullable", "v.number"],
  ...["v.object", "v.optional", "v.record", "v.string", "v.union"],
];

export default defineConfig({
  plugins: [react({ jsxImportSource: "#jsx" }), tailwindcss()],
  build: {
    target: "es2022",
    sourcemap: false,
    rolldownOptions: {
      treeshake: {
        // Called at the top of convex/_generated/api.js for components, which we do not have. And validators and tables:
        // browsers read the rules beside them.
        manualPureFunctions: ["componentsGeneric", "Array.from", ...VALIDATORS],
      },
    },
  },
  environments,
  builder: { buildApp: buildClient },
  test: {
    // Tests of the engine often wait for the disk or for processes. As many workers as processors would leave these idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        // The app's rules and functions, in a runtime like Convex's.
        test: {
          ...patient,
          name: "convex",
          include: ["tests/convex/**/*.test.ts"],
          environment: "edge-runtime",
          isolate: false,
          execArgv: ROOM,
          fakeTimers: { toFake: ["Date", "setTimeout", "clearTimeout"] },
          setupFiles: [
            ...SET_UP,
            "tests/fresh-modules.ts",
            "tests/convex/still-clock.ts",
            "tests/convex/quick-scrypt.ts",
          ],
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        extends: true,
        test: {
          ...patient,
          name: "web",
          include: ["tests/src/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          // The device is where most shops of the tests are, wherever this machine is.
          env: { TZ: "Europe/London" },
          // A fresh page for each file, without reading jsdom again.
          pool: "vmForks",
          execArgv: ROOM,
          setupFiles: [...SET_UP, "tests/src/setup-dom.ts"],
        },
      },
      {
        test: {
          ...nodeTests,
          name: "engine",
          isolate: false,
          execArgv: ["--experimental-vm-modules", "--no-warnings"],
          include: [
            "engine/tests/!(contract)/**/*.test.ts",
            "tests/launch/**/*.test.ts",
          ],
        },
      },
      {
        test: {
          ...nodeTests,
          name: "standins",
          isolate: false,
          include: ["tests/standins/**/*.test.ts"],
        },
      },
      {
        test: {
          ...nodeTests,
          name: "contract",
          include: ["engine/tests/contract/**/*.test.ts"],
          execArgv: ["--experimental-vm-modules", "--no-warnings"],
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        test: {
          ...nodeTests,
          name: "house",
          isolate: false,
          include: ["tests/lint/**/*.test.ts", "tests/house/**/*.test.ts"],
        },
      },
      {
        test: {
          ...nodeTests,
          name: "faults",
          include: ["{engine,tests}/faults/**/*.test.ts"],
          globalSetup: "tests/faults/prepared.ts",
          // After all others, because they flood and kill engines. Three at a time, because they often wait.
          sequence: { groupOrder: 1 },
          maxWorkers: isFullLength ? 1 : 3,
        },
      },
    ],
  },
});
