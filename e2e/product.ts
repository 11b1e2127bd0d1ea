/**
 * Starts the product as a user does, on free ports and with an empty data folder, before the first test, and stops it
 * after the last one. Its output is kept in test-results/product.log.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api.js";
import { findBrowser } from "./browser.ts";

const root = join(import.meta.dirname, "..");
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 10_000;

/** @returns the way to stop the product */
export default async function startProduct(): Promise<() => Promise<void>> {
  // Found here once: unpacking the packaged browser in two workers at the same time would spoil it.
  process.env["CHROMIUM_PATH"] = await findBrowser();
  const port = await freePort();
  const address = `http://localhost:${port}`;
  process.env["E2E_BASE_URL"] = address;

  const dataFolder = mkdtempSync(join(tmpdir(), "yourturn-e2e-"));
  const product = launch(port, dataFolder);
  const stop = async () => {
    await stopProduct(product.process);
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    await untilReady(address, product.process);
  } catch (error) {
    await stop();
    const output = readFileSync(product.log, "utf8").trim();
    throw new Error(`the product did not start:\n${output}`, { cause: error });
  }
  return stop;
}

function launch(port: number, dataFolder: string) {
  mkdirSync(join(root, "test-results"), { recursive: true });
  const log = join(root, "test-results/product.log");
  const process_ = spawn("node", ["engine/start.mjs"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataFolder,
      DEPLOYMENT_KIND: "test",
    },
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group: if it does not stop, everything it started goes with it.
    detached: true,
  });
  const file = createWriteStream(log);
  process_.stdout.pipe(file, { end: false });
  process_.stderr.pipe(file, { end: false });
  return { process: process_, log };
}

/** Ready means: the page is served and the deployed functions answer. */
async function untilReady(address: string, product: ChildProcess) {
  const client = new ConvexHttpClient(address, { logger: false });
  const end = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (product.exitCode !== null) {
      throw new Error(`it ended with ${product.exitCode}`);
    }
    if (await answers(address, client)) return;
    if (Date.now() > end) throw new Error("it was not ready in time");
    await delay(100);
  }
}

async function answers(address: string, client: ConvexHttpClient) {
  try {
    const page = await fetch(address);
    if (!page.ok) return false;
    await client.query(api.account.me, {});
    return true;
  } catch {
    return false; // not listening yet, or nothing deployed yet
  }
}

/** Stops it as Ctrl-C does. @throws Error if that does not end it in time */
async function stopProduct(product: ChildProcess) {
  if (product.exitCode !== null || product.pid === undefined) return;
  const ended = once(product, "exit");
  product.kill("SIGTERM");
  const inTime = await Promise.race([
    ended.then(() => true),
    delay(STOP_LIMIT_MS, false, { ref: false }),
  ]);
  if (inTime) return;
  process.kill(-product.pid, "SIGKILL");
  throw new Error(`the product did not stop in ${STOP_LIMIT_MS / 1000} s`);
}

/** A port that is free together with the next one, where HTTP actions are served. */
async function freePort(): Promise<number> {
  for (;;) {
    // Below the range that systems hand out to outgoing connections.
    const port = 20_000 + 2 * Math.floor(Math.random() * 5_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once("error", () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)));
  });
}
