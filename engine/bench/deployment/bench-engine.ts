/** An engine on the servers' CPU with a deployed project and one connected client. */
import { fileURLToPath } from "node:url";
import { SERVER_CPU } from "../measure/children.ts";
import { SyncClient } from "../wire/sync-client.ts";
import { deploy } from "./deploy.ts";
import { type EngineOptions, startEngine } from "./process.ts";

/** The bench's own small project. */
export const BENCH_PROJECT = fileURLToPath(
  new URL("../app/convex", import.meta.url),
);
export type BenchEngine = Awaited<ReturnType<typeof openBenchEngine>>;

export async function openBenchEngine(
  data: string,
  ports?: EngineOptions["ports"],
) {
  const engine = await startEngine({
    data,
    cpu: SERVER_CPU,
    ...(ports ? { ports } : {}),
  });
  await deploy(engine.url, { source: BENCH_PROJECT });
  return { engine, client: await SyncClient.open(engine.port) };
}
