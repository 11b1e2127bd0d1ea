/**
 * Data of each earlier version, upgraded to this one as the launcher does it. `node tests/run/keep-version.mjs` makes
 * a version's folder. From then on its data must survive upgrades.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { migrations } from "../../convex/migrations/rules/list.ts";
import { must } from "../../convex/base/rules/errors.ts";
import { AdminApi } from "../../launch/admin-api.mjs";
import { project } from "../../launch/config.mjs";
import { deployAcross } from "../../launch/migrate.mjs";
import { push } from "../../engine/bench/deployment/deploy.ts";
import {
  ADMIN_KEY,
  startEngine,
  type EngineProcess,
} from "../../engine/bench/deployment/process.ts";
import { signingKeys, succeed } from "../bench/engine/product.ts";
import { setEnvironment } from "../../engine/bench/deployment/admin.ts";
import { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { bundleFolder } from "../../engine/tests/bundle.ts";
import {
  almostStill,
  plantVersion,
  readVersion,
  WAITS_UNTIL,
  type Kept,
} from "./earlier-version.ts";
import {
  getFunctionName as nameOf,
  type FunctionReference,
} from "convex/server";
import { api as product } from "../../convex/_generated/api.js";

const ROOT = join(import.meta.dirname, "../..");
const VERSIONS = readdirSync(join(import.meta.dirname, "earlier"));
/** No kept version has them yet. */
const PEOPLE = ["members", "invitations", "chairs", "tablets", "personDays"];
/** The server's own, which go on. */
const OWN = /^(alarmKeeper|upkeep|platform)/;

describe.each(VERSIONS)("data of version %s", (name) => {
  const version = readVersion(name);
  const data = mkdtempSync(join(tmpdir(), "yourturn-earlier-"));
  const said: string[] = [];
  let engine: EngineProcess;
  let before: Kept[];
  let api: AdminApi;

  beforeAll(async () => {
    const moments = version.documents.map(({ at }) => Number(at ?? 0));
    engine = await startEngine({
      data,
      nodeArgs: almostStill(Math.max(...moments)),
    });
    await setEnvironment(engine.url, signingKeys(engine.url));
    before = await plantVersion(engine.url, version);
    api = new AdminApi(engine.url, ADMIN_KEY);
    await deployAcross({
      root: ROOT,
      api,
      migrations: project.migrations ?? null,
      isDeployed: true,
      deploy: async (folder) =>
        await push(engine.url, await bundleFolder(join(folder, "convex"))),
      say: (line) => said.push(line),
    });
  });
  afterAll(async () => {
    await engine.kill();
    rmSync(data, { recursive: true, force: true });
  });

  /** A signed-in user. */
  async function signedIn(email: string, password: string) {
    const client = await SyncClient.open(engine.port);
    const params = { flow: "signIn", email, password };
    const answer = await client.action(nameOf(product.auth.signIn), {
      provider: "password",
      params,
    });
    if (!answer.ok) throw new Error(answer.message);
    const { tokens } = answer.value as { tokens: { token: string } };
    await client.authenticate(tokens.token);
    return client;
  }

  const queuesOf = async (owner: SyncClient) =>
    (await owner.once(nameOf(product.desk.queues.list), {})) as Queue[];

  const counterOf = async (owner: SyncClient) =>
    must(
      (await queuesOf(owner)).find(({ name }) => name === "Counter"),
      "queue",
    );

  const boardOf = async (owner: SyncClient, queueId: string) =>
    (await owner.once(nameOf(product.desk.actions.board), {
      queueId,
    })) as Board;

  const waitingJobs = async () =>
    ((await api.documents("_scheduled_functions")) as Job[]).filter(
      ({ scheduledTime }) => scheduledTime === WAITS_UNTIL,
    );

  test("[LA12] is complete and in today's form, and every migration is done", async () => {
    const changed = Map.groupBy(migrations, ({ table }) => table);
    for (const [table, kept] of Map.groupBy(before, (one) => one.table)) {
      const fields = (changed.get(table) ?? []).flatMap(({ older }) =>
        Object.keys(older),
      );
      const same = (documents: object[]) =>
        documents.map((document) =>
          Object.fromEntries(
            Object.entries(document).filter(
              ([field]) =>
                !["table", "_creationTime", ...fields].includes(field),
            ),
          ),
        );
      if (OWN.test(table)) continue;
      expect(same(await api.documents(table)), table).toEqual(same(kept));
    }
    const rows = await api.documents("migrations");
    const done = migrations.map(({ name }) => ({ name, isDone: true }));
    expect(rows).toMatchObject(done);
    const earlier = before.filter(({ table }) => table === "migrations");
    for (const { name } of migrations.slice(earlier.length))
      expect(said.join("\n")).toContain(`Migrated ${name}: `);
    for (const table of PEOPLE)
      expect(await api.documents(table), table).toEqual([]);
  });

  test("[LA12] has its waiting job rescheduled once under its function's new name", async () => {
    const waiting = await waitingJobs();
    expect(waiting.map(({ name, state }) => [name, state.kind])).toEqual([
      [expect.stringMatching(/^timers(\.js)?:pauseOver$/), "canceled"],
      [expect.stringMatching(/^upkeep\/timers(\.js)?:pauseOver$/), "pending"],
    ]);
    expect(waiting[1]?.args).toEqual(waiting[0]?.args);
  });

  test("[LA12] works: its owner signs in and calls the first, whose phone sees it; there are no chairs, people or tablets, and the call counts for the owner", async () => {
    const owner = await signedIn("owner@corner.example", "Corner-Shop-1!");
    const { queueId, waitingCount } = await counterOf(owner);
    const board = await boardOf(owner, queueId);
    expect(board.waiting.length).toBe(waitingCount);
    const next = must(board.waiting[0], "somebody who waits");
    const requestKey = randomUUID();
    const call = { queueId, requestKey };
    expect(
      await succeed(owner, nameOf(product.desk.actions.callNext), call),
    ).toMatchObject({ ok: true, number: next.number });
    const secret = `secret-of-person-${next.name?.split(" ")[1]}`.padEnd(
      32,
      "s",
    );
    const phone = await SyncClient.open(engine.port);
    const ticket = await phone.once(nameOf(product.line.tickets.mine), {
      secret,
    });
    expect(ticket).toMatchObject({ number: next.number, status: "called" });
    phone.close();

    const asked = async (query: FunctionReference<"query">) =>
      await owner.once(nameOf(query), {});
    const { team, desk } = product;
    expect(await asked(team.people.list)).toMatchObject({
      people: [{ role: "owner", name: null, isYou: true }],
      invitations: [],
    });
    expect(await asked(desk.chairs.list)).toEqual({
      word: "chair",
      chairs: [],
    });
    expect(await asked(team.tablets.list)).toMatchObject({ tablets: [] });
    expect(await api.documents("personDays")).toMatchObject([
      { counts: { calls: 1 } },
    ]);
    owner.close();
  });

  if (version.documents.some(({ isDemo }) => isDemo === true))
    test("[LA12] works: the demo has letters, and offered undos still succeed", async () => {
      const demo = await signedIn(
        "owner@demo.yourturn.example",
        "Demo-Owner-1!",
      );
      const lettered = await demo.once(nameOf(product.desk.queues.list), {});
      expect(lettered).toMatchObject([
        { name: "Haircut", letter: "H" },
        { name: "Beard trim", letter: "B" },
        { name: "Kids' cut", letter: "K" },
      ]);
      demo.close();
      const owner = await signedIn("owner@corner.example", "Corner-Shop-1!");
      const counter = await counterOf(owner);
      const offers = before.filter(
        ({ table, undo }) => table === "lines" && undo !== null,
      );
      expect(offers.length).toBeGreaterThan(5);
      const events = new Map(before.map((one) => [one._id, one]));
      const undone = [];
      for (const { queueId } of await queuesOf(owner)) {
        const { undo } = await boardOf(owner, queueId);
        if (undo === null) continue;
        const { eventId, code, number } = undo;
        const event = events.get(eventId);
        if (queueId !== counter.queueId)
          expect({ code, number }).toEqual({
            code: event?.["kind"],
            number: event?.["number"],
          });
        undone.push(
          await succeed(owner, nameOf(product.desk.actions.undo), {
            eventId,
            requestKey: eventId,
          }),
        );
      }
      expect(undone).toEqual(undone.map(() => ({ ok: true })));
      // One offer is the demo's own, and the call above has replaced the desk's.
      expect(undone.length).toBe(offers.length - 1);
      owner.close();
    });

  test("[LA12] runs its waiting job when it is due", async () => {
    await engine.kill();
    const nodeArgs = almostStill(WAITS_UNTIL);
    engine = await startEngine({ data, nodeArgs });
    api = new AdminApi(engine.url, ADMIN_KEY);
    // The cancelled one has been deleted by then.
    await vi.waitFor(async () =>
      expect(await waitingJobs()).toMatchObject([
        { state: { kind: "success" } },
      ]),
    );
  });
});

type Job = {
  name: string;
  args: unknown[];
  scheduledTime: number;
  state: { kind: string };
};
type Queue = { queueId: string; name: string; waitingCount: number };
type Board = {
  waiting: { number: number; name: string | null }[];
  undo: { eventId: string; code: string; number: number | null } | null;
};
