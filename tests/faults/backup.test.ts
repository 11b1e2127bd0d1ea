/** R9: a backup made under 16 writers restores to one state with all that was answered before; secrets need the key. */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeBackup } from "../../engine/snapshots/backup.ts";
import { restoreBackup } from "../../engine/snapshots/restore.ts";
import { runAsAdmin } from "../../engine/bench/deployment/admin.ts";
import {
  startEngine,
  type EngineProcess,
} from "../../engine/bench/deployment/process.ts";
import { addQueue, succeed } from "../bench/engine/product.ts";
import { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { isFull, times } from "../../engine/faults/counts.ts";
import { documentsIn, integrityOf } from "../../engine/faults/database-file.ts";
import { broken } from "./kill-rounds.ts";
import { noPromises, startLoad, type Promises } from "./load.ts";
import { SITE_ORIGIN } from "./prepared.ts";
import { hashOf, queueState } from "./queue-state.ts";
import { openShop, type Shop } from "./shop.ts";
import { openTexts, raceForTexts } from "./text-race.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const WRITERS = 16;
const BEFORE = times(100, 5000);
const TICKETS = 1_000_000;
const AT_ONCE = 500;
const DRILL_MS = 5 * 60_000;
const keyOf = (byte: number) => ({
  SECRETS_KEYS: `1:${Buffer.alloc(32, byte).toString("base64")}`,
});
const KEY = keyOf(7);
let folder: string;
let shop: Shop;
let twilio: Awaited<ReturnType<typeof openTexts>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "yourturn-backup-"));
  shop = await openShop({ variables: KEY });
  await shop.setPlan("enterprise");
  twilio = await openTexts(shop);
});
afterAll(async () => {
  await twilio.close();
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});
type Known = {
  readonly promises: ReadonlyMap<string, Promises>;
  readonly storageId: string;
  readonly filePath: string;
};

async function begin(): Promise<Known> {
  const { url } = shop.engine();
  const owner = await shop.staff();
  const { sid, token, number: from } = await twilio.own();
  const account = { sid, token, from };
  expect(
    await owner.action(nameOf(api.messages.sms.saveCredentials), account),
  ).toMatchObject({ value: { ok: true } });
  const promises = new Map<string, Promises>();
  for (const name of ["One", "Two"])
    promises.set(await addQueue(owner, name), noPromises());
  owner.close();
  await runAsAdmin(url, "inspection:schedule", {});
  const to = (await runAsAdmin(url, "inspection:uploadUrl", {})) as string;
  const sent = await fetch(
    new URL(new URL(to).search, `${url}/api/storage/upload`),
    { method: "POST", body: "a logo" },
  );
  const { storageId } = (await sent.json()) as { storageId: string };
  const filePath = await filePathOf(url, storageId);
  return { promises, storageId, filePath };
}

async function plantTickets(): Promise<void> {
  const owner = await shop.staff();
  const queueId = await addQueue(owner, "Old");
  const secret = "5".repeat(32);
  await succeed(owner, nameOf(api.line.tickets.join), { queueId, secret });
  await succeed(owner, nameOf(api.line.tickets.leave), { secret });
  owner.close();
  for (let from = 2; from < TICKETS; from += AT_ONCE)
    await runAsAdmin(shop.engine().url, "benchSeed:cloneEnded", {
      ...{ queueId, from, count: AT_ONCE },
    });
}

async function filePathOf(url: string, storageId: string): Promise<string> {
  const address = await runAsAdmin(url, "inspection:fileUrl", { storageId });
  return new URL(address as string).pathname;
}

const answersIn = (promises: Known["promises"]): number =>
  [...promises.values()].reduce(
    (sum, { joined, left, events }) =>
      sum + joined.size + left.size + events.size,
    0,
  );

/** Promises that a folder lacks or contradicts. */
async function wrongIn(engine: EngineProcess, promises: Known["promises"]) {
  const wrong: string[] = [];
  for (const [queueId, made] of promises)
    wrong.push(...broken(made, await queueState(engine.url, queueId)));
  return wrong;
}

async function scheduledIn({ url }: EngineProcess): Promise<string[]> {
  const jobs = await runAsAdmin(url, "inspection:scheduled", {});
  return (jobs as { _id: string }[]).map(({ _id }) => _id);
}

/** Promised tickets that are in no document of a folder's database file, or an error if it cannot be read. */
function lostIn(data: string, promises: Known["promises"]): string[] {
  const secrets = [...promises.values()].flatMap(({ joined }) => [
    ...joined.keys(),
  ]);
  try {
    const text = documentsIn(data).join();
    return secrets.filter((secret) => !text.includes(hashOf(secret)));
  } catch (refusal) {
    return [String(refusal)];
  }
}

/** Whether a copy of the live database file without SQLite's log and the journal is incomplete. */
function bareFileLacks(promises: Known["promises"]): boolean {
  const bare = mkdtempSync(join(folder, "bare-"));
  const made = structuredClone(promises);
  cpSync(join(shop.data, "engine.db"), join(bare, "engine.db"));
  return lostIn(bare, made).length > 0;
}
const startOn = (data: string, variables?: Record<string, string>) =>
  startEngine({
    ...{ data, siteOrigin: SITE_ORIGIN },
    ...(variables && { variables }),
  });

/** How many texts reach Twilio when the owner of a restored folder sends one. */
async function textsFrom({ port }: EngineProcess): Promise<number> {
  const owner = await SyncClient.open(port);
  await owner.authenticate(shop.token);
  const before = await twilio.taken();
  await raceForTexts([owner], 1);
  owner.close();
  return (await twilio.taken()) - before;
}

test("R9: a backup under load is one state with everything that was answered before it", async () => {
  const { promises, storageId, filePath } = await begin();
  const load = await startLoad(
    shop.engine().port,
    shop.token,
    promises,
    WRITERS,
  );
  await vi.waitUntil(() => answersIn(promises) > BEFORE);

  await vi.waitUntil(() => bareFileLacks(promises));

  const scheduled = await scheduledIn(shop.engine());
  expect(scheduled.length).toBeGreaterThan(0);
  const before = structuredClone(promises);
  const [backup, data] = [join(folder, "backup"), join(folder, "data")];
  const { missing } = await makeBackup(shop.data, backup);
  const during = answersIn(promises);
  await vi.waitUntil(() => answersIn(promises) > during);
  await shop.engine().kill();
  await load.over;
  expect(missing).toEqual([]);
  expect(answersIn(before)).toBeGreaterThan(BEFORE);

  await restoreBackup(backup, data);
  expect(integrityOf(data)).toBe("ok");
  expect(lostIn(data, before)).toEqual([]);
  const engine = await startOn(data, KEY);
  expect(await wrongIn(engine, before)).toEqual([]);
  const { url } = engine;
  expect(await scheduledIn(engine)).toEqual(expect.arrayContaining(scheduled));
  expect(await filePathOf(url, storageId)).toBe(filePath);
  expect(await (await fetch(url + filePath)).text()).toBe("a logo");
  expect(await textsFrom(engine)).toBe(1);
  await engine.stop();

  const { sid, token } = await twilio.own();
  for (const name of readdirSync(backup)) {
    if (name === "files") continue;
    const bytes = readFileSync(join(backup, name));
    for (const secret of [sid, token, KEY.SECRETS_KEYS])
      expect(bytes.includes(secret), name).toBe(false);
  }
  const other = await startOn(data, keyOf(8));
  expect(await textsFrom(other)).toBe(0);
  await other.stop();
});

if (isFull)
  test("R9: with a million tickets a backup is made, restored and in use within five minutes", async () => {
    await shop.restart();
    await plantTickets();
    const [backup, data] = [join(folder, "large"), join(folder, "again")];
    const started = performance.now();
    await makeBackup(shop.data, backup);
    await restoreBackup(backup, data);
    const engine = await startOn(data);
    const drill = performance.now() - started;
    console.log(`R9: ${TICKETS} tickets, ${Math.round(drill)} ms`);
    expect(drill).toBeLessThan(DRILL_MS);
    expect(integrityOf(data)).toBe("ok");
    const size = { tableName: "tickets" };
    expect(
      await runAsAdmin(engine.url, "_system/cli/tableSize", size),
    ).toBeGreaterThanOrEqual(TICKETS - 1);
    await engine.stop();
  });
