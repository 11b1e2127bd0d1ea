/** The scenario of erase.test.ts: a business is deleted twice at once under load and kills. */
import { randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { expect, vi } from "vitest";
import type { TableNames } from "../../convex/_generated/dataModel.js";
import { must } from "../../convex/base/rules/errors.ts";
import { AdminApi } from "../../launch/admin-api.mjs";
import { newSecret, openPhones } from "../bench/app/customers.ts";
import { ADMIN_KEY } from "../../engine/bench/deployment/process.ts";
import { ownerToken, succeed } from "../bench/engine/product.ts";
import {
  ConnectionLost,
  SyncClient,
  type Answer,
} from "../../engine/bench/wire/sync-client.ts";
import { documentsIn } from "../../engine/faults/database-file.ts";
import { queueState, violations } from "./queue-state.ts";
import type { Shop } from "./shop.ts";
import { chance } from "../seed.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api as product, internal } from "../../convex/_generated/api.js";

const QUEUES = 2;
const PHONES = 6;
/** Joins of each phone in another business's queue. */
const NEXT_DOOR = 10;
/** Ended tickets of a queue, each with its events: several batches of privacy/data/erase.ts. */
const PAST = 2_000;
const CLONES_AT_ONCE = 1_000;
/** The first kill comes after the first batch, the others at a random moment of this span after the engine's restart. */
const LONGEST_MS = 150;
/** Deletes a shop's business. The shop cannot be used afterwards. */
export async function raceWithErasure(shop: Shop, kills: number) {
  const { businessId, data } = shop;
  const api = () => new AdminApi(shop.engine().url, ADMIN_KEY);
  const queues = await furnish(shop, api());
  await api().call("benchSeed:cloneBusiness", { count: 1 });
  const isOurs = ({ _id }: Record<string, string>) => _id === businessId;
  const ownerId = await find(api(), "businesses", "ownerId", isOurs);
  const stranger = await find(
    api(),
    "queues",
    "_id",
    (queue) => queue["businessId"] !== businessId,
  );
  const signs = [businessId, ownerId, ...queues];

  const counts = { joined: 0, called: 0 };
  const load = async () => await race(shop, queues, stranger, counts);
  let { ended } = await load();
  await vi.waitFor(
    () => expect(Math.min(counts.joined, counts.called)).toBeGreaterThan(0),
    { interval: 5 },
  );
  const admin = await adminOf(shop, api());
  const wish = { businessId, businessName: "Bench Barbers" };
  const remove = () =>
    admin.action(nameOf(product.admin.directory.remove), wish);
  const answers = await Promise.all([remove(), remove()]);
  admin.close();
  // Kills after which some rows were gone and others not.
  let halves = 0;
  for (let killed = 0; killed < kills; killed++) {
    if (killed === 0) await vi.waitUntil(() => begun(api()), { interval: 1 });
    else await after(chance() * LONGEST_MS);
    await shop.engine().kill();
    await ended;
    // The first batch may be in the journal only.
    const isBegun =
      killed === 0 ||
      documentsIn(data).some((row) => /^erasures .*"rows":[1-9]/.test(row));
    const isOver = about(data, signs).length === 0;
    if (isBegun && !isOver) halves++;
    await shop.restart();
    if (isOver) break;
  }
  ({ ended } = await load());
  // Work that a kill interrupted resumes with the five-minute maintenance, which the test does not wait for.
  await api().call("inspection:passTime");
  const resume = nameOf(internal.upkeep.maintenance.run);
  await vi.waitFor(
    async () => {
      await api().call(resume, { jobs: ["erasures"] });
      expect(await rowsOf(api(), "erasures")).toEqual([]);
    },
    { interval: 100 },
  );
  await ended;
  await shop.engine().stop();
  const wrong = [
    ...about(data, signs),
    ...answers.filter((one) => !isDone(one)).map((one) => JSON.stringify(one)),
    ...notRecorded(data, businessId),
  ];
  const { url } = await shop.restart();
  wrong.push(...violations(await queueState(url, stranger)));
  return { ...counts, halves, wrong };
}

async function furnish(shop: Shop, api: AdminApi): Promise<string[]> {
  const owner = await shop.staff();
  const queues: string[] = [];
  for (let n = 0; n < QUEUES; n++) {
    const queueId = await shop.addQueue(`Race ${randomUUID()}`);
    const secret = newSecret();
    await succeed(owner, nameOf(product.line.tickets.join), {
      queueId,
      secret,
    });
    await succeed(owner, nameOf(product.line.tickets.leave), { secret });
    for (let from = 2; from < PAST; from += CLONES_AT_ONCE) {
      const args = { queueId, from, count: CLONES_AT_ONCE };
      await api.call("benchSeed:cloneEnded", args);
    }
    queues.push(queueId);
  }
  owner.close();
  return queues;
}

const rowsOf = async (api: AdminApi, table: TableNames) =>
  (await api.documents(table)) as Record<string, string>[];

/** Whether some rows of the business are gone, or all. */
async function begun(api: AdminApi): Promise<boolean> {
  const erasures = await rowsOf(api, "erasures");
  return erasures.every((row) => Number(row["rows"]) > 0);
}

async function find(
  api: AdminApi,
  table: TableNames,
  field: string,
  fits: (row: Record<string, string>) => boolean,
): Promise<string> {
  const row = must((await rowsOf(api, table)).find(fits), table);
  return must(row[field], field);
}

async function adminOf(shop: Shop, api: AdminApi): Promise<SyncClient> {
  const { port } = shop.engine();
  const email = `admin-${randomUUID()}@example.com`;
  const own = { businessName: "Platform", timezone: "UTC" };
  const token = await ownerToken(port, { flow: "signUp", email, ...own });
  const admin = await SyncClient.open(port);
  await admin.authenticate(token);
  await api.call("benchSeed:openPortal", { email });
  return admin;
}

/** Errors in the audit log about the deletion. It must be recorded once, without names of the business. */
function notRecorded(data: string, businessId: string): string[] {
  const events = documentsIn(data).filter(
    (row) => row.startsWith("auditEvents ") && row.includes(businessId),
  );
  const deletions = events.filter((row) => row.includes('"businessDeleted"'));
  return [
    ...events.filter((row) => !row.includes('"blanked":true')),
    ...(deletions.length === 1 ? [] : [`${deletions.length} deletions`]),
  ];
}

/** Rows that contain one of these, except `rateLimits` (gone within the hour) and the audit log, which has no names. */
const about = (data: string, signs: readonly string[]): string[] =>
  documentsIn(data).filter(
    (row) =>
      !/^(_|rateLimits |auditEvents )/.test(row) &&
      signs.some((sign) => row.includes(sign)),
  );

/** Phones join and staff call while they may, then phones join another business. `ended`: after that. */
async function race(
  shop: Shop,
  queues: readonly string[],
  stranger: string,
  counts: { joined: number; called: number },
): Promise<{ ended: Promise<unknown> }> {
  const phones = await openPhones(shop.engine().port, PHONES);
  const staff = await shop.staff();
  const joining = phones.map((phone, i) =>
    whileConnected(async () => {
      const queueId = must(queues[i % queues.length], "queue");
      while (await joins(phone, queueId)) counts.joined++;
      for (let n = 0; n < NEXT_DOOR; n++) await joins(phone, stranger);
    }),
  );
  const [queueId] = queues;
  const calling = whileConnected(async () => {
    for (let isLet = true; isLet;) {
      const args = { queueId, requestKey: randomUUID() };
      const answer = await staff.mutation(
        nameOf(product.desk.actions.callNext),
        args,
      );
      if (isDone(answer)) counts.called++;
      isLet = answer.ok;
    }
  });
  return { ended: Promise.all([...joining, calling]) };
}

async function joins(phone: SyncClient, queueId: string): Promise<boolean> {
  const args = { queueId, secret: newSecret() };
  return isDone(await phone.mutation(nameOf(product.line.tickets.join), args));
}

async function whileConnected(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
  }
}

/** Whether it succeeded. Refusals, thrown or answered, are no failures here. */
const isDone = (answer: Answer): boolean =>
  answer.ok && (answer.value as { ok: boolean }).ok;
