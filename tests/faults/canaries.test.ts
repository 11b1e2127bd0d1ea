/**
 * Every fault test must notice the fault it is there for: the same course on an engine without the safety has to go
 * wrong (canaries.ts). Canary of C3 is a changed product, in limit.test.ts. In `npm test -- --all` every patch has to fit and one
 * course is run; all are in `npm run faults`.
 */
import { describe, expect, test } from "vitest";
import {
  spawnEngine,
  startEngine,
  whenReady,
} from "../bench/engine/process.ts";
import { SyncClient } from "../bench/wire/sync-client.ts";
import { raceForQueues } from "./action-race.ts";
import { raceForSlot, someDay } from "./booking-race.ts";
import { canaries, makeCanary, withCanary } from "./canaries.ts";
import { countOnce } from "./count-once.ts";
import { isFull, times } from "./counts.ts";
import { changeLetters } from "./damage.ts";
import { QUEUE_NAME, openFolders } from "./damaged-folders.ts";
import { databaseIn } from "./database-file.ts";
import { joinInOrder, openMany } from "./join-race.ts";
import { killRounds } from "./kill-rounds.ts";
import { failOneSync } from "./failed-sync.ts";
import { PAUSES } from "./pauses.ts";
import { cutPower, record } from "./power-cut/power-cut.ts";
import { openShop } from "./shop.ts";
import { raceStaff } from "./staff-race.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

/** Tries until it goes wrong: faults are random. */
const ATTEMPTS = 20;

test.each(Object.keys(canaries) as (keyof typeof canaries)[])(
  "%s: the engine is still as its patch expects",
  (name) => makeCanary(name).remove(),
);

test("R12 notices a forgotten answer", () =>
  withCanary("forgetsAnswers", async (root) => {
    const clients = 10;
    const { count } = await countOnce({ root, clients });
    expect(count).toBeGreaterThan(clients);
  }));

/** Power cuts of an engine, and commits of the run that they are in. */
const CUTS = times(24, 96);
const PAIRS = 60;

/** What went wrong, in runs one after another until something does. An engine may already refuse the folder that it left, before any cut. */
async function lossesOf(name: keyof typeof canaries): Promise<number> {
  let losses = 0;
  await withCanary(name, async (root) => {
    try {
      for (let run = 1; run <= ATTEMPTS && losses === 0; run++) {
        const events = await record(PAIRS, root);
        losses = (await cutPower(events, CUTS, run, root)).wrong.length;
      }
    } catch (error) {
      if (!String(error).includes("StorageError")) throw error;
      losses = 1;
    }
  });
  return losses;
}

test("R2 notices a commit that is acknowledged before its sync", async () => {
  expect(await lossesOf("skipsSync")).toBeGreaterThan(0);
});

if (isFull)
  describe("at full length", () => {
    test.each([
      "acknowledgesEarly",
      "trustsRecords",
      "reusesJournal",
      "trustsDatabase",
    ] as const)("R2 notices %s", async (name) => {
      expect(await lossesOf(name)).toBeGreaterThan(0);
    });

    test("R3 notices a sync that is asked for again", () =>
      withCanary("believesSync", async (root) => {
        const shop = await openShop({ root });
        const { isAnswered } = await failOneSync(shop);
        await shop.close();
        expect(isAnswered).toBe(true);
      }));

    test("R1 notices answers that come before the disk", () =>
      withCanary("acknowledgesEarly", async (root) => {
        const shop = await openShop({ root });
        await shop.setPlan("enterprise");
        const report = await killRounds(shop, ATTEMPTS);
        await shop.close();
        expect(report.wrong).not.toEqual([]);
      }));

    test("R13 notices an end that forgets its journal", () =>
      withCanary("forgetsJournal", async (root) => {
        const shop = await openShop({ root });
        await shop.setPlan("enterprise");
        const report = await killRounds(shop, ATTEMPTS, {
          end: async (engine) => {
            await engine.stop();
            return [];
          },
        });
        await shop.close();
        expect(report.wrong).not.toEqual([]);
      }));

    test("C1, C2, C4 and C5 notice blind commits", () =>
      withCanary("commitsBlindly", async (root) => {
        const shop = await openShop({ root, patches: PAUSES });
        await shop.setPlan("enterprise");
        const queueId = await shop.addQueue("Blind");
        const staff = await Promise.all(Array.from({ length: 8 }, shop.staff));
        expect(await raceStaff(shop, queueId, staff, 8)).not.toEqual([]);
        const clients = await openMany(shop.engine().port, 50);
        const joins = joinInOrder(clients, await shop.addQueue("Blind too"), 0);
        await expect(joins).rejects.toThrow();
        const [phone] = clients;
        if (!phone) throw new Error("No phones.");
        const [time = 0] = (await someDay(phone, queueId)).times;
        const races = await raceForSlot(shop, queueId, clients, time, 1);
        expect(races).not.toEqual([]);
        await shop.setPlan("starter");
        expect(await raceForQueues(staff, 5)).not.toEqual([]);
        await shop.close();
      }));

    test("R4 notices a second process that is let in", () =>
      withCanary("sharesFolder", async (root) => {
        const shop = await openShop({ root });
        const second = await spawnEngine({ data: shop.data, root });
        await whenReady(second);
        await second.kill();
        await shop.close();
      }));

    test("R4 notices a changed value that is served", () =>
      withCanary("trustsDisk", async (root) => {
        const folders = await openFolders();
        await folders.withCopy("stopped", async (data) => {
          changeLetters(databaseIn(data), QUEUE_NAME);
          const engine = await startEngine({ data, root });
          const client = await SyncClient.open(engine.port);
          const { businessId } = folders;
          const [queue] = (await client.once(
            nameOf(api.desk.queues.publicList),
            {
              businessId,
            },
          )) as { name: string }[];
          expect(queue?.name).not.toBe(QUEUE_NAME);
          await engine.kill();
        });
        await folders.remove();
      }));
  });
