/** A business for the fault tests: a copy of a prepared folder, on which the engine is killed and restarted. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { runAsAdmin } from "../../engine/bench/deployment/admin.ts";
import {
  startEngine,
  type EngineOptions,
} from "../../engine/bench/deployment/process.ts";
import { freePort } from "../../engine/tests/free-port.ts";
import { addQueue, ownerToken } from "../bench/engine/product.ts";
import type { Patch } from "../../engine/bench/deployment/work-folder.ts";
import { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { PAUSES } from "./pauses.ts";
import { prepare, SITE_ORIGIN } from "./prepared.ts";

export type Shop = Awaited<ReturnType<typeof openShop>>;

export type ShopOptions = {
  /** Changes to the deployed copy of `convex/`, such as PAUSES. */
  readonly patches?: readonly Patch[];
  readonly variables?: Readonly<Record<string, string>>;
};

export async function openShop(options: ShopOptions = {}) {
  const data = mkdtempSync(join(tmpdir(), "yourturn-faults-"));
  const ports = { api: await freePort(), site: await freePort() };
  const process = {
    data,
    ports,
    siteOrigin: SITE_ORIGIN,
    ...(options.variables ? { variables: options.variables } : {}),
  };
  const businessId = await begin(data, options.patches);
  let engine = await startEngine(process);
  const token = await ownerToken(ports.api);
  const staff = async () => {
    const client = await SyncClient.open(ports.api);
    await client.authenticate(token);
    return client;
  };
  return {
    data,
    businessId,
    /** The owner's session token, valid for an hour and across restarts. */
    token,
    engine: () => engine,
    restart: async (
      limits?: Pick<EngineOptions, "fileBlocks" | "nodeArgs" | "args">,
    ) => (engine = await startEngine({ ...process, ...limits })),
    staff,
    addQueue: async (name: string) => {
      const owner = await staff();
      const queueId = await addQueue(owner, name);
      owner.close();
      return queueId;
    },
    setPlan: async (plan: "starter" | "pro" | "enterprise") => {
      await runAsAdmin(engine.url, "inspection:setPlan", { plan });
    },
    close: async () => {
      await engine.kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The shop of the calling file: `useShop`. */
export let shop: Shop;

/** Opens a shop with every limit of the best plan for all tests of the calling file, or of a group of them. */
export function useShop(options?: ShopOptions): void {
  beforeAll(async () => {
    shop = await openShop(options);
    await shop.setPlan("enterprise");
  });
  afterAll(() => shop.close());
}

/** Fills the folder of a shop that is not running. @returns the business */
async function begin(data: string, patches: ShopOptions["patches"]) {
  const { plain, paused } = inject("prepared");
  if (patches !== undefined && patches !== PAUSES) {
    return (await prepare(data, patches)).businessId;
  }
  const from = patches === PAUSES ? paused : plain;
  cpSync(from.data, data, { recursive: true });
  return from.businessId;
}
