/** R4: a second engine on the same data folder must exit with a reason and leave the first one alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  spawnEngine,
  type Exit,
} from "../../engine/bench/deployment/process.ts";
import { openShop, type Shop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
function expectRefusal(exit: Exit): void {
  expect(exit.code).not.toBe(0);
  expect(exit.signal).toBeNull();
  expect(exit.output.trim().split("\n")).toHaveLength(1);
}

test("R4: a second process on the same folder is refused", async () => {
  const queueId = await shop.addQueue("Mine");
  const second = await spawnEngine({ data: shop.data });
  const exit = await second.gone;
  expectRefusal(exit);
  expect(exit.output).toMatch(/in use|already|locked/i);
  const owner = await shop.staff();
  const queues = (await owner.once(nameOf(api.desk.queues.list), {})) as {
    queueId: string;
  }[];
  expect(queues.map((queue) => queue.queueId)).toContain(queueId);
  await shop.addQueue("Still mine");
  owner.close();
});

test("R4: the lock does not survive a kill -9", async () => {
  await shop.engine().kill();
  await shop.restart();
  await shop.addQueue("After the kill");
});
