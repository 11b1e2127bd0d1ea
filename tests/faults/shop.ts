/** A business on an engine for the fault tests: deployed once per file, killed and started again on the same folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runAsAdmin } from "../bench/engine/admin.ts";
import {
  freePort,
  startEngine,
  type EngineOptions,
  type EngineProcess,
} from "../bench/engine/process.ts";
import { addQueue, openProduct, ownerToken } from "../bench/engine/product.ts";
import type { Patch } from "../bench/engine/work-folder.ts";
import { SyncClient } from "../bench/wire/sync-client.ts";

const INSPECTION = fileURLToPath(new URL("app/inspection.ts", import.meta.url));

/**
 * Makes Call next let others run between reading who is first and calling them. The product's own takes no such pause,
 * so that its races would mostly be none.
 */
export const SLOW_STAFF: readonly Patch[] = [
  {
    file: "data/counter.ts",
    from: "  const [first] = await firstWaiting(ctx, line, 1);\n  const answer =",
    to: `  const [first] = await firstWaiting(ctx, line, 1);
  await crypto.subtle.digest("SHA-256", new Uint8Array(1));
  const answer =`,
  },
];

export type Shop = {
  readonly data: string;
  readonly businessId: string;
  /** The process that runs now. */
  readonly engine: () => EngineProcess;
  /** The owner's session token; good for an hour and across restarts. */
  readonly token: string;
  /** Starts the engine again on the same folder and ports. */
  readonly restart: (
    limits?: Pick<EngineOptions, "fileBlocks">,
  ) => Promise<EngineProcess>;
  /** A new connection of the owner's. */
  readonly staff: () => Promise<SyncClient>;
  readonly addQueue: (name: string) => Promise<string>;
  readonly setPlan: (plan: "starter" | "pro" | "enterprise") => Promise<void>;
  /** Ends the engine and removes the folder. */
  readonly close: () => Promise<void>;
};

export type ShopOptions = {
  /** Changes to the copy of `convex/` that is deployed: canaries. */
  readonly patches?: readonly Patch[];
  /** Folder with a changed copy of `engine/`: canaries. */
  readonly root?: string;
};

export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const data = mkdtempSync(join(tmpdir(), "yourturn-faults-"));
  const ports = { api: await freePort(), site: await freePort() };
  const process = {
    data,
    ports,
    ...(options.root ? { root: options.root } : {}),
  };
  const product = await openProduct(process, {
    extra: [INSPECTION],
    ...(options.patches ? { patches: options.patches } : {}),
  });
  const token = await ownerToken(ports.api);
  let engine = product.engine;
  const staff = async () => {
    const client = await SyncClient.open(ports.api);
    await client.authenticate(token);
    return client;
  };
  product.owner.close();
  return {
    data,
    businessId: product.businessId,
    token,
    engine: () => engine,
    restart: async (limits) =>
      (engine = await startEngine({ ...process, ...limits })),
    staff,
    addQueue: async (name) => {
      const owner = await staff();
      const queueId = await addQueue(owner, name);
      owner.close();
      return queueId;
    },
    setPlan: async (plan) => {
      await runAsAdmin(engine.url, "inspection:setPlan", { plan });
    },
    close: async () => {
      await engine.kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
