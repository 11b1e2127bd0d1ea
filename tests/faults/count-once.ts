/** R12 with a mutation that is not idempotent: each client counts up by one, and no first answer arrives. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BENCH_PROJECT } from "../../engine/bench/deployment/bench-engine.ts";
import { deploy } from "../../engine/bench/deployment/deploy.ts";
import { startEngine } from "../../engine/bench/deployment/process.ts";
import { freePort } from "../../engine/tests/free-port.ts";
import { succeed } from "../bench/engine/product.ts";
import { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { cutAnswers } from "../../engine/faults/cut-answers.ts";

export type CountPlan = { readonly clients: number; readonly killed?: boolean };

/** The clients' answers and the counter's final value. */
export async function countOnce({ clients, killed }: CountPlan) {
  const data = mkdtempSync(join(tmpdir(), "yourturn-cut-"));
  const ports = { api: await freePort(), site: await freePort() };
  const options = { data, ports };
  let engine = await startEngine(options);
  try {
    await deploy(engine.url, { source: BENCH_PROJECT });
    const client = await SyncClient.open(engine.port);
    await succeed(client, "line:setUp", {});
    client.close();
    const { answers } = await cutAnswers(engine, {
      clients,
      query: { path: "line:get", args: {} },
      path: "line:callNext",
      args: () => ({}),
      whileCut: async () => {
        if (!killed) return;
        await engine.kill();
        engine = await startEngine(options);
      },
    });
    const reader = await SyncClient.open(engine.port);
    const line = (await reader.once("line:get", {})) as { seq: number };
    reader.close();
    return { answers, count: line.seq };
  } finally {
    await engine.kill();
    rmSync(data, { recursive: true, force: true });
  }
}
