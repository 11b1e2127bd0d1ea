/** The scenario of R12: many official clients send one mutation each, and none gets its first answer. */
import { expect, vi } from "vitest";
import type { EngineProcess } from "../bench/deployment/process.ts";
import { openOfficialClient } from "../bench/wire/official-client.ts";
import { openCuttingProxy, type CutAnswer } from "./cutting-proxy.ts";

export type CutReport = {
  /** The clients' final answers, in their order. */
  readonly answers: readonly unknown[];
  /** The first answers, which were lost. */
  readonly cut: readonly CutAnswer[];
};

export type CutPlan = {
  readonly clients: number;
  /** A query that every client can read: its first value shows that the client is connected. */
  readonly query: {
    readonly path: string;
    readonly args: Record<string, unknown>;
  };
  readonly path: string;
  readonly args: (client: number) => Record<string, unknown>;
  /** Called when all answers are lost and before any client can reconnect. */
  readonly whileCut?: () => Promise<unknown>;
};

export async function cutAnswers(
  engine: EngineProcess,
  plan: CutPlan,
): Promise<CutReport> {
  const proxy = await openCuttingProxy(engine.port, plan.clients);
  const clients = Array.from({ length: plan.clients }, () =>
    openOfficialClient(proxy.url),
  );
  await Promise.all(
    clients.map(
      (client) =>
        new Promise((resolve) =>
          client.watch(plan.query.path, plan.query.args, resolve),
        ),
    ),
  );
  // From now on no client reconnects before all have lost their connection.
  proxy.setOpen(false);
  const answering = Promise.all(
    clients.map((client, index) => client.mutate(plan.path, plan.args(index))),
  );
  await vi.waitFor(() => expect(proxy.cut).toHaveLength(plan.clients));
  await plan.whileCut?.();
  proxy.setOpen(true);
  const answers = await answering;
  await Promise.all(clients.map((client) => client.close()));
  await proxy.close();
  return { answers, cut: proxy.cut };
}
