/** R4: damage is never served: the engine refuses to start, or the call fails and the health check reports it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXIT_CODES } from "../../engine/fault.ts";
import {
  spawnEngine,
  startEngine,
} from "../../engine/bench/deployment/process.ts";
import { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { times } from "../../engine/faults/counts.ts";
import {
  changeLetters,
  damages,
  flipBytes,
} from "../../engine/faults/damage.ts";
import { databaseIn } from "../../engine/faults/database-file.ts";
import { QUEUE_NAME, openFolders, type Folders } from "./damaged-folders.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

let folders: Folders;
beforeAll(async () => {
  folders = await openFolders();
});
afterAll(() => folders.remove());
const hashOf = (file: string) =>
  createHash("sha256").update(readFileSync(file)).digest("hex");

async function expectRefusal(data: string, file: string): Promise<void> {
  const before = hashOf(file);
  const engine = await spawnEngine({ data });
  const exit = await engine.gone;
  expect(exit.signal).toBeNull();
  expect(exit.code).not.toBe(0);
  expect(exit.output.trim().split("\n")).toHaveLength(1);
  expect(exit.output).toContain(file);
  expect(hashOf(file)).toBe(before);
}

describe.each(["stopped", "killed"] as const)(
  "R4: a %s engine's folder",
  (how) => {
    test("starts when it is not damaged", () =>
      folders.withCopy(how, async (data) => {
        const engine = await startEngine({ data });
        await engine.kill();
      }));

    test.each(damages)("$name: refused with a reason", ({ apply }) =>
      folders.withCopy(how, async (data) => {
        const file = databaseIn(data);
        apply(file);
        await expectRefusal(data, file);
      }),
    );
  },
);

/** What an engine on a folder returns for the queues: no start, a failed call, or what was written. */
async function expectNothingWrong(data: string): Promise<void> {
  const engine = await spawnEngine({ data });
  const isReady = await engine.ready.then(
    () => true,
    () => false,
  );
  if (!isReady) {
    const { code, output } = await engine.gone;
    expect(code, output).toBe(EXIT_CODES.damaged);
    // A log line before it names the damage.
    expect(output.trim().split("\n").at(-1)).toMatch(/^engine: .* is damaged/);
    return;
  }
  const client = await SyncClient.open(engine.port);
  const { businessId } = folders;
  const queues = await client
    .once(nameOf(api.desk.queues.publicList), { businessId })
    .catch((error: unknown) => error);
  if (queues instanceof Error) expect(queues.message).toMatch(/Server Error/);
  else expect(queues).toEqual([expect.objectContaining({ name: QUEUE_NAME })]);
  await engine.kill();
}

describe.each(["stopped", "killed"] as const)(
  "R4: a %s engine's rows",
  (how) => {
    test.each([
      ["bytes flipped in many pages", times(1, 20), flipBytes],
      [
        "one letter of a value changed",
        1,
        (file: string) => changeLetters(file, QUEUE_NAME),
      ],
    ])("%s: never served", async (_name, rounds, damage) => {
      for (let round = 0; round < rounds; round++)
        await folders.withCopy(how, async (data) => {
          damage(databaseIn(data));
          await expectNothingWrong(data);
        });
    });
  },
);

test("R4: a call that reads damage fails, and the health check and the log report it", () =>
  folders.withCopy("stopped", async (data) => {
    changeLetters(databaseIn(data), QUEUE_NAME);
    const engine = await startEngine({ data });
    const client = await SyncClient.open(engine.port);
    const { businessId } = folders;
    await expect(
      client.once(nameOf(api.desk.queues.publicList), { businessId }),
    ).rejects.toThrow("Server Error");
    const health = await fetch(`${engine.url}/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toEqual({
      status: "error",
      trouble: expect.stringContaining("damaged") as string,
    });
    const { output } = await engine.stop();
    expect(output).toMatch(
      /A document of table queues is damaged: .* document=\w{31,}/,
    );
  }));
