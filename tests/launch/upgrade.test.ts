/** `npm start` on data of an earlier version, of a newer one, and with a failing migration: real processes, the official CLI. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { project } from "../../launch/config.mjs";
import { AdminApi } from "../../launch/admin-api.mjs";
import { freePort } from "../../engine/tests/free-port.ts";
import { BATCH, copyVersion, makeNext } from "./next-version.ts";

const PROJECT = resolve(import.meta.dirname, "../..");
const EVENTS = 4 * BATCH + 10;

let folder: string;
let port: number;
const running: (() => void)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "yourturn-upgrade-"));
  port = await freePort(2);
});
afterAll(() => {
  for (const kill of running) kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A version of the product on disk, without its client and stand-ins. */
function install(name: string, change: (convex: string) => void): string {
  const root = join(folder, name);
  for (const part of ["engine", "launch"])
    cpSync(join(PROJECT, part), join(root, part), { recursive: true });
  for (const file of ["package.json", "tsconfig.json", "package-lock.json"])
    cpSync(join(PROJECT, file), join(root, file));
  symlinkSync(join(PROJECT, "node_modules"), join(root, "node_modules"));
  const { migrations } = project;
  const own = { migrations, env: { DEPLOYMENT_KIND: "test" } };
  writeFileSync(
    join(root, "launch", "config.mjs"),
    `export const project = ${JSON.stringify(own)};`,
  );
  mkdirSync(join(root, "convex"));
  copyVersion(join(root, "convex"));
  change(join(root, "convex"));
  return root;
}

/** Starts it on the shared data folder. */
function start(root: string) {
  const child = spawn(process.execPath, [join(root, "launch", "start.mjs")], {
    cwd: root,
    // Its own process group, so that the engine can be killed with it.
    detached: true,
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      HOST: "127.0.0.1",
      PORT: `${port}`,
      DATA_DIR: join(folder, "data"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(child, "close");
  const end = async (signal: NodeJS.Signals) => {
    process.kill(-(child.pid ?? 0), signal);
    await gone;
  };
  running.push(() => {
    if (child.exitCode === null && child.signalCode === null)
      process.kill(-(child.pid ?? 0), "SIGKILL");
  });
  let said = "";
  const heard: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      for (const look of heard) look();
    });
  return {
    said: () => said,
    gone: gone.then(([code]) => code as number | null),
    /** kill -9, including the engine. */
    kill: () => end("SIGKILL"),
    stop: async () => {
      child.kill("SIGTERM");
      await gone;
    },
    says: (text: string) =>
      new Promise<string>((found, fail) => {
        const look = () => said.includes(text) && found(said);
        heard.push(look);
        void gone.then(() => fail(new Error(`It ended and said: ${said}`)));
        look();
      }),
  };
}

const admin = () =>
  new AdminApi(
    `http://127.0.0.1:${port}`,
    readFileSync(join(folder, "data", "admin.key"), "utf8").trim(),
  );

type Event = { _id: string; eventId: string; isLive?: boolean };
const events = async () => (await admin().documents("stripeEvents")) as Event[];

test("[LA12][LA13][LA14][LA15] data is upgraded despite a kill and a failed migration, and never downgraded", async () => {
  const old = install("old", () => {});
  const failing = install("failing", (convex) =>
    makeNext(convex, `evt_${2 * BATCH + 7}`),
  );
  const next = install("next", (convex) => makeNext(convex));

  const first = start(old);
  await first.says("Ready at");
  expect(first.said()).not.toContain("Migrated");
  await admin().call("planting:plant", { count: EVENTS });
  const planted = await events();
  await first.stop();

  // A kill in the middle leaves nothing that the next start cannot finish.
  const killed = start(failing);
  await killed.says("also accept data from earlier versions");
  await killed.kill();

  const stopped = start(failing);
  await stopped.says("Ready at");
  const bad = planted[2 * BATCH + 7]?._id;
  expect(stopped.said()).toContain(
    [
      `Migration "eventLive" stopped at document ${bad} of table "stripeEvents": nobody knows`,
      "Whole batches before it are kept, and nothing else was changed.",
      "The upgrade is not finished. The deployed version keeps serving; fix the cause and start again.",
    ].join("\n"),
  );
  const half = await events();
  expect(half.filter(({ isLive }) => isLive).length).toBe(2 * BATCH);
  // A document before its migration is served as if it were migrated.
  expect(half.at(-1)).not.toHaveProperty("isLive");
  expect(await admin().call("planting:last")).toMatchObject({ isLive: true });
  await stopped.kill();

  const mended = start(next);
  await mended.says("Ready at");
  expect(mended.said()).toContain(`Migrated eventLive: ${EVENTS} documents`);
  const live = planted.map((event) => ({ ...event, isLive: true }));
  expect(await events()).toEqual(live);
  await mended.stop();

  const back = start(old);
  expect(await back.gone).toBe(1);
  // A cron's action may have been interrupted by the end, which the engine then logs.
  expect(back.said().split("\n")).toContain(
    'The data is from a newer version of this product: this one does not know the migration "eventLive". Nothing was changed. Start that version or a newer one, or choose another folder: DATA_DIR=other npm start',
  );
  const after = start(next);
  await after.says("Ready at");
  expect(after.said()).not.toContain("Deploying");
  expect(await events()).toEqual(live);
  await after.stop();
});
