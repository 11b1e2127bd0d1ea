/** kill -9 while migrations run: batches are kept whole, counts are right, also with two drivers. */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AdminApi } from "../../launch/admin-api.mjs";
import { project } from "../../launch/config.mjs";
import { deployAcross } from "../../launch/migrate.mjs";
import { push } from "../../engine/bench/deployment/deploy.ts";
import {
  ADMIN_KEY,
  startEngine,
} from "../../engine/bench/deployment/process.ts";
import { freePort } from "../../engine/tests/free-port.ts";
import { makeWorkFolder } from "../../engine/bench/deployment/work-folder.ts";
import { bundleFolder } from "../../engine/tests/bundle.ts";
import { BATCH, copyVersion, makeNext } from "../launch/next-version.ts";
import { times } from "../../engine/faults/counts.ts";
import { chance } from "../seed.ts";
import { getFunctionName as nameOf } from "convex/server";
import { internal } from "../../convex/_generated/api.js";

const ROUNDS = times(1, 50);
/** Extra rounds until a kill falls into the large migration. Without one, the test shows nothing. */
const MORE_ROUNDS = 10;
const EVENTS = times(6, 12) * BATCH - 1;
/** A kill falls at a random moment of this span after the first batch. */
const LONGEST_MS = 80;
let root: string;
let ports: { api: number; site: number };

/** A data folder of the earlier version, with the migrating functions deployed and nothing migrated yet. */
beforeAll(async () => {
  root = makeWorkFolder("migration-kill");
  ports = { api: await freePort(), site: await freePort() };
  const convex = join(root, "convex");
  mkdirSync(convex);
  copyVersion(convex);
  const engine = await startEngine({ data: join(root, "before"), ports });
  await push(engine.url, await bundleFolder(convex));
  const api = new AdminApi(engine.url, ADMIN_KEY);
  await api.call("planting:plant", { count: EVENTS });
  makeNext(convex);
  const cut = new Error("stopped before the first batch");
  const deployed = deployAcross({
    root,
    api,
    migrations: project.migrations ?? null,
    isDeployed: true,
    deploy: async (folder) => {
      await push(engine.url, await bundleFolder(join(folder, "convex")));
      throw cut;
    },
    say: () => {},
  });
  await expect(deployed).rejects.toBe(cut);
  await engine.stop();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function inspect(api: AdminApi) {
  const events = (await api.documents("stripeEvents")) as {
    eventId: string;
    isLive?: boolean;
  }[];
  const rows = (await api.documents("migrations")) as {
    name: string;
    isDone: boolean;
    processed: number;
  }[];
  return {
    ids: events.map(({ eventId }) => eventId),
    migrated: events.filter(({ isLive }) => isLive).length,
    row: rows.find(({ name }) => name === "eventLive"),
  };
}

/** Runs batches until all are done or the engine is gone. `begun`: after the large migration's first, or at the end. */
async function drive(api: AdminApi, begun: () => void): Promise<void> {
  try {
    for (let more = true; more;) {
      const all = (await api.call(nameOf(internal.migrations.runs.run), {
        batches: 1,
      })) as { name: string; processed: number; isDone: boolean }[];
      more = all.some(({ isDone }) => !isDone);
      const large = all.find(({ name }) => name === "eventLive");
      if (!more || (large?.processed ?? 0) > 0) begun();
    }
  } catch (error) {
    begun();
    // `fetch` throws a TypeError when the engine is gone, which the test checks.
    if (!(error instanceof TypeError)) throw error;
  }
}

test(`migrations end the same after any number of kills, in ${ROUNDS} rounds`, async () => {
  let halves = 0;
  const isShown = () => halves > 0;
  for (
    let round = 0;
    round < ROUNDS || (!isShown() && round < ROUNDS + MORE_ROUNDS);
    round++
  ) {
    const data = join(root, `round${round}`);
    cpSync(join(root, "before"), data, { recursive: true });
    for (let isDone = false; !isDone;) {
      const engine = await startEngine({ data, ports });
      const api = new AdminApi(engine.url, ADMIN_KEY);
      const { ids, migrated, row } = await inspect(api);
      expect(ids).toEqual(Array.from(ids, (_, n) => `evt_${n}`));
      expect(ids.length).toBe(EVENTS);
      expect(row?.processed ?? 0).toBe(migrated);
      if (migrated > 0 && migrated < EVENTS) halves++;
      isDone = row?.isDone === true;
      if (isDone) {
        expect(migrated).toBe(EVENTS);
        await engine.kill();
        continue;
      }
      const drivers: Promise<void>[] = [];
      await new Promise<void>((begun) => {
        drivers.push(drive(api, begun), drive(api, begun));
      });
      const driven = Promise.all(drivers);
      // Checked after the kill.
      driven.catch(() => undefined);
      // Immediate until one was shown to come before the migration is finished.
      await after(isShown() ? chance() * LONGEST_MS : 0);
      await engine.kill();
      await driven;
    }
    rmSync(data, { recursive: true });
  }
  expect(isShown()).toBe(true);
});
