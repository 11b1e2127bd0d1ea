/** R3: on a full disk a refused join leaves nothing behind, screens stay up, and room is all it needs to go on. */
import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { newSecret, sendJoin } from "../bench/app/customers.ts";
import { ADMIN_KEY } from "../../engine/bench/deployment/process.ts";
import { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { readMetrics } from "../../engine/tests/metrics/read-metrics.ts";
import { databaseIn } from "../../engine/faults/database-file.ts";
import { joinInOrder } from "./join-race.ts";
import { hashOf, queueState, violations } from "./queue-state.ts";
import { shop, useShop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

/** Room for the database and a log of some joins, in blocks of 512 bytes. */
const ROOM = 512;
const MANY = 1000;
useShop();

/** Joins until a join is refused. Returns the secrets of the accepted joins and of the refused one. */
async function joinUntilFull(queueId: string) {
  const client = await SyncClient.open(shop.engine().port);
  const promised: string[] = [];
  while (promised.length < MANY) {
    const secret = newSecret();
    const answer = await sendJoin(client, queueId, secret);
    if (!answer.ok) return { client, promised, refused: secret, answer };
    promised.push(secret);
  }
  throw new Error(`The disk took ${MANY} joins.`);
}

test("R3: a full disk refuses joins, keeps accepted ones and reports it; a restart with room recovers", async () => {
  const queueId = await shop.addQueue("Full");
  await shop.engine().stop();
  const blocks = Math.ceil(statSync(databaseIn(shop.data)).size / 512);
  const engine = await shop.restart({ fileBlocks: blocks + ROOM });
  const { client, promised, refused, answer } = await joinUntilFull(queueId);
  expect(promised.length).toBeGreaterThan(0);
  expect(answer).toMatchObject({ message: "Server Error" });
  expect(
    await client.once(nameOf(api.line.tickets.mine), { secret: refused }),
  ).toBeNull();
  expect(
    await client.once(nameOf(api.line.tickets.line), { queueId }),
  ).toMatchObject({ lastNumber: promised.length });
  const health = await fetch(`${engine.url}/health`);
  expect(health.status).toBe(503);
  expect(await health.text()).toContain("Writing failed");
  const metrics = await readMetrics({ url: engine.url, adminKey: ADMIN_KEY });
  expect(metrics.get("engine_healthy")).toBe(0);
  const faults = `engine_calls_total{function="line/tickets:join",kind="mutation",outcome="fault"}`;
  expect(metrics.get(faults)).toBe(1);
  await sendJoin(client, queueId, refused);
  const { code, output } = await engine.stop();
  expect(code).toBe(0);
  expect(output.match(/request failed: Writing failed/g), output).toHaveLength(
    1,
  );
  // A cron that was due while the disk was full logs its own error with a stack trace.
  const others = output.replace(/^\S+ error cron .*\n(?: +at .*\n)*/gm, "");
  expect(others).not.toMatch(/^ +at /m);
  const { url, port } = await shop.restart();
  const state = await queueState(url, queueId);
  expect(violations(state)).toEqual([]);
  expect(state.tickets.map(({ secretHash }) => secretHash)).toEqual(
    promised.map(hashOf),
  );
  await joinInOrder([await SyncClient.open(port)], queueId, promised.length);
});
