/** R3: after a failed sync no client gets an answer, the engine ends with a reason, and the next finds every promise. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { newSecret, sendJoin } from "../bench/app/customers.ts";
import {
  ConnectionLost,
  SyncClient,
} from "../../engine/bench/wire/sync-client.ts";
import { EXIT_CODES } from "../../engine/fault.ts";
import { hashOf, queueState, violations } from "./queue-state.ts";
import { shop, useShop } from "./shop.ts";

const PRELOAD = path.join(import.meta.dirname, "failing-sync.ts");
useShop();

test("R3: a failed sync leaves its join unanswered and ends the engine", async () => {
  const queueId = await shop.addQueue("Unsynced");
  await shop.engine().stop();
  const engine = await shop.restart({
    nodeArgs: [`--import=${pathToFileURL(PRELOAD).href}`],
  });
  const client = await SyncClient.open(engine.port);
  const promised: string[] = [];
  while (promised.length < 5) {
    const secret = newSecret();
    expect((await sendJoin(client, queueId, secret)).ok).toBe(true);
    promised.push(secret);
  }
  writeFileSync(path.join(shop.data, ".fail-sync"), "");
  await expect(sendJoin(client, queueId, newSecret())).rejects.toThrow(
    ConnectionLost,
  );
  const { code, signal, output } = await engine.gone;
  expect({ code, signal }).toEqual({
    code: EXIT_CODES.unwritable,
    signal: null,
  });
  expect(output).toMatch(/Writing failed: EIO.* The engine stops\./);
  const { url } = await shop.restart();
  const state = await queueState(url, queueId);
  expect(violations(state)).toEqual([]);
  const found = state.tickets.map(({ secretHash }) => secretHash);
  expect(found.slice(0, 5)).toEqual(promised.map(hashOf));
  // The last one got no answer, so it may or may not be there.
  expect(found.length).toBeLessThan(7);
});
