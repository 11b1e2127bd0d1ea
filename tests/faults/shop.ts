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

/** Lets others run: the engine digests only short inputs without leaving the transaction (functions/digest.ts). */
const PAUSE = `  await crypto.subtle.digest("SHA-256", new Uint8Array(4096));\n`;

/**
 * Makes Call next and join let others run between what they read and what they write. The product's own take no such
 * pause on this engine, so that their races would be none.
 */
export const PAUSES: readonly Patch[] = [
  {
    file: "data/counter.ts",
    from: "  const [first] = await firstWaiting(ctx, line, 1);\n  const answer =",
    to: `  const [first] = await firstWaiting(ctx, line, 1);\n${PAUSE}  const answer =`,
  },
  {
    file: "data/joining.ts",
    from: "  const secretHash = await hashSecret(args.secret);\n",
    to: `  const secretHash = await hashSecret(args.secret);\n${PAUSE}`,
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
