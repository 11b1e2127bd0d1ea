/** The scenario of R3 in which a sync fails (failing-sync.ts): which clients got answers, and how the engine ended. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { newSecret, sendJoin } from "../bench/app/customers.ts";
import type { Exit } from "../../engine/bench/deployment/process.ts";
import {
  ConnectionLost,
  SyncClient,
} from "../../engine/bench/wire/sync-client.ts";
import type { Shop } from "./shop.ts";

export const FAIL_SYNC = ".fail-sync";
export type FailedSync = {
  readonly queueId: string;
  readonly promised: readonly string[];
  /** Whether a client got an answer for a commit that was never synced. */
  readonly isAnswered: boolean;
  /** How the engine ended; null when it is still running. */
  readonly exit: Exit | null;
};

/** Customers join, one after the other. The sync of the last one fails. */
export async function failOneSync(shop: Shop): Promise<FailedSync> {
  const queueId = await shop.addQueue("Unsynced");
  await shop.engine().stop();
  const preload = path.join(import.meta.dirname, "failing-sync.ts");
  const engine = await shop.restart({
    nodeArgs: [`--import=${pathToFileURL(preload).href}`],
  });
  const client = await SyncClient.open(engine.port);
  const promised: string[] = [];
  const join = async () => {
    const secret = newSecret();
    const answer = await sendJoin(client, queueId, secret);
    if (answer.ok) promised.push(secret);
    return answer.ok;
  };
  for (let i = 0; i < 5; i++) await join();
  const before = [...promised];
  writeFileSync(path.join(shop.data, FAIL_SYNC), "");
  const isAnswered = await join().catch((error: unknown) => {
    if (!(error instanceof ConnectionLost)) throw error;
    return false;
  });
  const exit = isAnswered ? null : await engine.gone;
  return { queueId, promised: before, isAnswered, exit };
}
