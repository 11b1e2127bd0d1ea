/** Checks a deployed project of push-versions.ts from every side: which parts do not belong to the state in force. */
import { vi } from "vitest";
import { runAsAdmin } from "../bench/deployment/admin.ts";
import { isUp, OLD_ITEMS } from "./push-versions.ts";
import type { SmallProject } from "./small-project.ts";

/** A version of the functions, and the value of the environment variables. */
export type State = { readonly version: number; readonly setting: string };
/** Runs in a row of an every-second cron. A cron of another version would run among them. */
const TICKS = 2;
type Said = { readonly version: number; readonly settings: readonly string[] };

/** Which of the states is in force, according to one function. @throws Error when it is none */
export async function stateOf(project: SmallProject, states: readonly State[]) {
  const said = (await run(project, "one:says")) as Said;
  const found = states.find(
    ({ version, setting }) =>
      version === said.version && setting === said.settings[0],
  );
  if (!found) throw new Error(`one:says ${JSON.stringify(said)}`);
  return found;
}

/** Errors in words. @param other the state that must have left nothing @param promised names of acknowledged items */
export async function faultsOf(
  project: SmallProject,
  state: State,
  other: State,
  promised: ReadonlySet<string>,
): Promise<string[]> {
  const faults = [
    ...(await faultsOfFunctions(project, state)),
    ...(await faultsOfSchema(project, state)),
    ...(await faultsOfData(project, promised, state)),
    ...(await faultsOfCrons(project, state)),
  ];
  if (other.version !== state.version)
    faults.push(...(await remainsOf(project, other)));
  return faults.map((fault) => `${JSON.stringify(state)}: ${fault}`);
}

async function faultsOfFunctions(
  project: SmallProject,
  { version, setting }: State,
): Promise<string[]> {
  const expected = JSON.stringify({
    settings: [setting, setting, setting, setting],
    version,
  });
  const faults: string[] = [];
  for (const module of ["one", "two", `only${version}`]) {
    const said = (await run(project, `${module}:says`)) as Said;
    const { settings } = said;
    const found = JSON.stringify({ settings, version: said.version });
    if (found !== expected) faults.push(`${module} says ${found}`);
  }
  for (const path of ["/version", `/version${version}`]) {
    const { status, text } = await get(project, path);
    if (text !== String(version)) faults.push(`${path} is ${status} ${text}`);
  }
  return faults;
}

async function remainsOf(project: SmallProject, { version }: State) {
  const faults: string[] = [];
  const module = `only${version}:says`;
  const answer = await answerOf(project, module);
  if (!answer.includes("Could not find")) faults.push(`${module}: ${answer}`);
  const { status } = await get(project, `/version${version}`);
  if (status !== 404) faults.push(`/version${version} is ${status}`);
  if (await isAdmitted(project, version))
    faults.push(`the schema admits ${version}`);
  return faults;
}

const faultsOfSchema = async (project: SmallProject, { version }: State) =>
  (await isAdmitted(project, version))
    ? []
    : [`the schema does not admit ${version}`];

/** Whether the schema accepts a row that only this version's schema accepts. */
async function isAdmitted({ engine }: SmallProject, version: number) {
  try {
    await runAsAdmin(engine().url, "one:admit", { version });
    return true;
  } catch (error) {
    if (/does not match the schema/i.test(String(error))) return false;
    throw error;
  }
}

type Look = {
  readonly items: readonly string[];
  readonly byKey: readonly number[];
  readonly byName: readonly string[];
};

async function faultsOfData(
  project: SmallProject,
  promised: ReadonlySet<string>,
  { version }: State,
): Promise<string[]> {
  const { items, byKey, byName } = (await run(project, "one:look")) as Look;
  const faults: string[] = [];
  const names = new Set(items);
  for (const name of promised)
    if (!names.has(name)) faults.push(`${name} was promised and is gone`);
  const old = items.filter((name) => name.startsWith("old ")).length;
  if (old !== OLD_ITEMS) faults.push(`${old} old items`);
  if (names.size !== items.length) faults.push("an item is there twice");
  if (String(byName) !== String([...items].sort()))
    faults.push(`by_name${version} has not what the table has`);
  const isInOrder = byKey.every((key, i) => {
    const before = byKey[i - 1] ?? key;
    return isUp(version) ? before <= key : before >= key;
  });
  if (!isInOrder || byKey.length !== items.length)
    faults.push(`by_key is not that of ${version}`);
  return faults;
}

/** Waits until the cron has run. A cron of another version would have run too. */
async function faultsOfCrons(project: SmallProject, { version }: State) {
  await run(project, "one:forgetTicks");
  const ticks = await vi.waitFor(
    async () => {
      const ran = (await run(project, "one:ticks")) as readonly number[];
      if (ran.length >= TICKS) return ran;
      throw new Error(`The cron of ${version} does not run: ${String(ran)}`);
    },
    { interval: 20 },
  );
  return ticks
    .filter((tick) => tick !== version)
    .map((tick) => `a cron of ${tick} ran`);
}

const run = ({ engine }: SmallProject, path: string) =>
  runAsAdmin(engine().url, path, {});

async function answerOf(project: SmallProject, path: string): Promise<string> {
  try {
    return JSON.stringify(await run(project, path));
  } catch (error) {
    return String(error);
  }
}

async function get({ engine }: SmallProject, path: string) {
  const answer = await fetch(`http://127.0.0.1:${engine().sitePort}${path}`);
  return { status: answer.status, text: await answer.text() };
}
