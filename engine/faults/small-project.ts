/** An engine as a child process with a few deployed functions, killed and restarted on its folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { push } from "../bench/deployment/deploy.ts";
import {
  type EngineOptions,
  startEngine,
} from "../bench/deployment/process.ts";
import { freePort } from "../tests/free-port.ts";
import { bundleSources } from "../tests/bundle.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
export type SmallProject = Awaited<ReturnType<typeof openSmallProject>>;

/** Stopped and removed at the end of the test. @param sources modules as text, by path in the functions folder */
export async function openSmallProject(
  sources: Record<string, string>,
  options: Pick<EngineOptions, "nodeArgs"> = {},
) {
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
