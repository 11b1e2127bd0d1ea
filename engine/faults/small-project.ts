/** An engine as a child process with a few deployed functions, killed and restarted on its folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { push } from "../bench/deployment/deploy.ts";
import {
  freePort,
  startEngine,
  type EngineOptions,
  type EngineProcess,
} from "../bench/deployment/process.ts";
import { bundleSources } from "../tests/bundle.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

export type SmallProject = {
  /** The current process. */
  readonly engine: () => EngineProcess;
  /** Starts the engine again on the same folder and ports. */
  readonly restart: () => Promise<EngineProcess>;
};

/**
 * The end of the test stops the engine and removes the folder.
 * @param sources modules as text, by path relative to the functions folder
 */
export async function openSmallProject(
  sources: Record<string, string>,
  options: Pick<EngineOptions, "nodeArgs"> = {},
): Promise<SmallProject> {
  const data = mkdtempSync(join(tmpdir(), "yourturn-faults-"));
  const ports = { api: await freePort(), site: await freePort() };
  const start = () => startEngine({ ...options, data, ports });
  let engine = await start();
  onTestFinished(async () => {
    await engine.kill();
    rmSync(data, { recursive: true, force: true });
  });
  await push(engine.url, await bundleSources(sources, REPOSITORY));
  return {
    engine: () => engine,
    restart: async () => (engine = await start()),
  };
}
