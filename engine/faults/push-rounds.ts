/** Rounds of pushes and environment changes that kill -9 ends at random, then checks from every side. */
import { setTimeout as after } from "node:timers/promises";
import { runAsAdmin, setEnvironment } from "../bench/deployment/admin.ts";
import { push } from "../bench/deployment/deploy.ts";
import { ConnectionLost, SyncClient } from "../bench/wire/sync-client.ts";
import { faultsOf, stateOf, type State } from "./push-faults.ts";
import { bundleOf, OLD_ITEMS, sourcesOf, VARIABLES } from "./push-versions.ts";
import { openSmallProject, type SmallProject } from "./small-project.ts";
import { chance } from "../../tests/seed.ts";

const WRITERS = 3;
const WRITE_EVERY_MS = 3;
/** One in this many rounds kills an environment change. */
const ENVIRONMENT_EVERY = 2;
/** A kill falls at a random moment of the change's last duration, and a little beyond. */
const LONGER = 1.1;
/** Assumed duration of a change before one is measured, in ms. */
const FIRST_MS = 200;

export type PushReport = {
  /** Errors found, in words. */
  readonly wrong: string[];
  /** Changes without an answer, and how many of those took effect. */
  readonly unanswered: number;
  readonly inForce: number;
};

/** Runs rounds until `rounds` are over or an error is found. */
export async function pushRounds(rounds: number): Promise<PushReport> {
  const project = await openSmallProject(sourcesOf(0));
  await runAsAdmin(project.engine().url, "one:fill", { count: OLD_ITEMS });
  let state: State = { version: 0, setting: "0" };
  await setVariables(project, state);
  const wrong: string[] = [];
  let unanswered = 0;
  let inForce = 0;
  const lasts = { push: FIRST_MS, environment: FIRST_MS };
  for (let round = 1; round <= rounds && wrong.length === 0; round++) {
    const kind = round % ENVIRONMENT_EVERY === 0 ? "environment" : "push";
    const next = {
      push: { ...state, version: round },
      environment: { ...state, setting: String(round) },
    }[kind];
    const change = await changeTo(project, state, next);
    const writers = await startWriters(project);
    const killed = await killIn(project, change, lasts[kind] * LONGER);
    wrong.push(...killed.wrong, ...(await writers.wrong()));
    try {
      await project.restart();
      const { promised } = writers;
      const found = await stateOf(project, [state, next]);
      if (!killed.isAnswered) unanswered++;
      if (!killed.isAnswered && found === next) inForce++;
      if (killed.isAnswered && found !== next)
        wrong.push(`${kind} ${round} was answered and is not in force`);
      const other = found === next ? state : next;
      wrong.push(...(await faultsOf(project, found, other, promised)));
      const again = await changeTo(project, found, next);
      const start = performance.now();
      await again();
      const now = await stateOf(project, [next]);
      if (found !== next) {
        lasts[kind] = performance.now() - start;
        wrong.push(...(await faultsOf(project, now, state, promised)));
      }
      state = now;
      await runAsAdmin(project.engine().url, "one:forget", {});
    } catch (error) {
      wrong.push(`after the kill of ${kind} ${round}: ${String(error)}`);
    }
  }
  return { wrong, unanswered, inForce };
}

/** Returns the change from one state to another, with everything done except the engine's part. */
async function changeTo(
  project: SmallProject,
  from: State,
  to: State,
): Promise<() => Promise<void>> {
  if (from.setting !== to.setting) return () => setVariables(project, to);
  const bundle = await bundleOf(to.version);
  return () => push(project.engine().url, bundle);
}

function setVariables({ engine }: SmallProject, { setting }: State) {
  const variables = VARIABLES.map((name) => [name, setting] as const);
  return setEnvironment(engine().url, Object.fromEntries(variables));
}

async function killIn(
  { engine }: SmallProject,
  change: () => Promise<void>,
  span: number,
) {
  const wrong: string[] = [];
  let isAnswered = false;
  const changing = change().then(
    () => void (isAnswered = true),
    (error: unknown) => {
      // `fetch` throws a TypeError when the engine is gone. A refusal throws another error.
      if (!(error instanceof TypeError)) wrong.push(String(error));
    },
  );
  await after(chance() * span);
  await engine().kill();
  await changing;
  return { isAnswered, wrong };
}

/** Clients that insert until the connection is lost, and the inserts they were promised. */
async function startWriters({ engine }: SmallProject) {
  const promised = new Set<string>();
  const clients = await Promise.all(
    Array.from({ length: WRITERS }, () => SyncClient.open(engine().port)),
  );
  const writing = Promise.all(
    clients.map((client, i) => write(client, `new ${i}`, promised)),
  );
  const wrong = async () => (await writing).filter((error) => error !== null);
  return { promised, wrong };
}

/** @returns the error in an answer; null when the connection was lost, as expected */
async function write(
  client: SyncClient,
  writer: string,
  promised: Set<string>,
): Promise<string | null> {
  try {
    for (let n = 0; ; n++) {
      const name = `${writer} ${n}`;
      const answer = await client.mutation("one:add", { name, n });
      if (!answer.ok) return `${name}: ${answer.message}`;
      promised.add(name);
      await after(WRITE_EVERY_MS);
    }
  } catch (error) {
    return error instanceof ConnectionLost ? null : String(error);
  }
}
