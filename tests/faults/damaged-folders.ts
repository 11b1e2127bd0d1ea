/** Two data folders with the same content, one left by a graceful stop, one by kill -9, and copies of them to damage. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEngine } from "../../engine/bench/deployment/process.ts";
import { newSecret } from "../bench/app/customers.ts";
import { succeed } from "../bench/engine/product.ts";
import { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { joinTogether, openMany } from "./join-race.ts";
import { openShop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const PEOPLE = 300;
export const QUEUE_NAME = "Rhubarb and custard";
export type Folders = {
  readonly businessId: string;
  /** Passes a copy and removes it after use. */
  readonly withCopy: (
    how: "stopped" | "killed",
    use: (data: string) => Promise<void>,
  ) => Promise<void>;
  readonly remove: () => Promise<void>;
};

async function withCopyOf(
  folder: string,
  use: (data: string) => Promise<void>,
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "yourturn-damaged-"));
  try {
    cpSync(folder, data, { recursive: true });
    await use(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

export async function openFolders(): Promise<Folders> {
  const shop = await openShop();
  await shop.setPlan("enterprise");
  const queueId = await shop.addQueue(QUEUE_NAME);
  await joinTogether(await openMany(shop.engine().port, PEOPLE), queueId);
  await shop.engine().stop();
  const killed = mkdtempSync(join(tmpdir(), "yourturn-killed-"));
  cpSync(shop.data, killed, { recursive: true });
  const engine = await startEngine({ data: killed });
  const phone = await SyncClient.open(engine.port);
  await succeed(phone, nameOf(api.line.tickets.join), {
    queueId,
    secret: newSecret(),
  });
  await engine.kill();
  return {
    businessId: shop.businessId,
    withCopy: (how, use) =>
      withCopyOf(how === "stopped" ? shop.data : killed, use),
    remove: async () => {
      rmSync(killed, { recursive: true, force: true });
      await shop.close();
    },
  };
}
