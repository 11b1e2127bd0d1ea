/** The stages of `npm test`, and those that only `npm test -- --all` runs. */
import { existsSync } from "node:fs";
import { countPlaywright, countReported, countVitest } from "./counts.mjs";
import { failuresOfPlaywright, failuresOfVitest } from "./failures.mjs";
import { underwayIn } from "./underway.mjs";

/** Tests that take seconds: they fill, copy, damage, flood and kill whole deployments, or play thousands of cases. */
const LONG = [
  "**/*.long.test.ts",
  "engine/tests/{deploy,main,snapshots,storage}/**",
  "tests/launch/**",
  "{engine,tests}/faults/**",
];
/**
 * `waits`: waits for more than half of its time, so it starts first with the highest priority, and the others use the
 * rest. `whole`: keeps every processor busy, so it comes after the light ones. `core`: the arguments and variables
 * that limit it to the core, or "nothing" if it is not in the core; `leaves`: what the core then leaves out.
 */
const stages = (reportOf, root) => [
  { name: "lint", command: ["npm", "run", "--silent", "lint"] },
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "generated", command: ["node", "tests/run/generated.mjs"] },
  { name: "unused", command: ["knip", "--no-progress"] },
  {
    name: "budgets",
    command: ["node", "tests/run/budgets.mjs", reportOf("budgets")],
    count: countReported,
    core: "nothing",
    leaves: "budgets",
  },
  {
    name: "vitest",
    whole: true,
    command: [
      ...["vitest", "run", "--reporter=default", "--reporter=json"],
      `--outputFile.json=${reportOf("vitest")}`,
      "--reporter=./tests/run/underway.mjs",
    ],
    env: { UNDERWAY_FILE: reportOf("underway") },
    core: { args: LONG.map((glob) => `--exclude=${glob}`) },
    leaves: `tests in ${LONG.join(", ")}`,
    count: countVitest,
    failures: (report) =>
      existsSync(report)
        ? failuresOfVitest(report, root)
        : underwayIn(reportOf("underway")),
  },
  {
    name: "e2e",
    waits: true,
    command: ["playwright", "test", "--config=e2e", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf("e2e") },
    core: { env: { STORIES: "core" } },
    leaves: "browser stories without @core",
    count: countPlaywright,
    failures: failuresOfPlaywright,
  },
];

/**
 * @param {string[]} args empty for the core, `--all`, or `--only` with stages' names, which run whole
 * @param {{ reportOf: (name: string) => string, root: string }} where reports go, and the project
 * @returns {{ stages: { name: string, command: string[], env?: Record<string, string> }[], leftOut: string[] }} the
 * stages to run, and a phrase for each thing that the core leaves out
 * @throws Error with the usage
 */
export function chosenStages(args, { reportOf, root }) {
  const all = stages(reportOf, root);
  const [flag, list, ...rest] = args;
  if (flag === undefined) {
    return {
      stages: all.filter(({ core }) => core !== "nothing").map(coreOf),
      leftOut: all.flatMap(({ leaves }) => leaves ?? []),
    };
  }
  const names = all.map(({ name }) => name);
  const wanted = flag === "--all" ? names : (list?.split(",") ?? []);
  const isKnown =
    flag === "--all"
      ? list === undefined
      : flag === "--only" && wanted.length > 0 && rest.length === 0;
  if (!isKnown || wanted.some((name) => !names.includes(name)))
    throw new Error(`usage: npm test [-- --all | --only ${names.join(",")}]`);
  return {
    stages: all.filter(({ name }) => wanted.includes(name)),
    leftOut: [],
  };
}

const coreOf = ({ core, command, env, ...stage }) => ({
  ...stage,
  command: [...command, ...(core?.args ?? [])],
  env: { ...env, ...core?.env },
});
