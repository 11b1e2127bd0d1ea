/** R12's course: many official clients send one mutation each, and none gets its first answer. */
import type { EngineProcess } from "../bench/deployment/process.ts";
import { openOfficialClient } from "../bench/wire/official-client.ts";
import { openCuttingProxy, type CutAnswer } from "./cutting-proxy.ts";

export type CutReport = {
  /** What the clients were told in the end, in their order. */
  readonly answers: readonly unknown[];
  /** What they would have been told the first time. */
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
  /** Called when all answers are cut and before anybody can reconnect. */
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
  // From now on nobody comes back before all have been cut.
  proxy.setOpen(false);
  const answering = Promise.all(
    clients.map((client, index) => client.mutate(plan.path, plan.args(index))),
  );
  await proxy.allCut;
  await plan.whileCut?.();
  proxy.setOpen(true);
  const answers = await answering;
  await Promise.all(clients.map((client) => client.close()));
  await proxy.close();
  return { answers, cut: proxy.cut };
}
