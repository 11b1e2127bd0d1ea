/**
 * R4: a damaged database is never served. The start refuses it with one line and an exit code, and the file stays as it was
 * found; after a crash, a value whose page is in the log again is read from there, as it was written.
 * Canary: an engine that does not look for damage serves it (canaries.test.ts).
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXIT_CODES } from "../../engine/fault.ts";
import {
  spawnEngine,
  startEngine,
  whenReady,
} from "../bench/engine/process.ts";
import { SyncClient } from "../bench/wire/sync-client.ts";
import { changeLetters, damages } from "./damage.ts";
import { databaseIn } from "./database-file.ts";
import { QUEUE_NAME, openFolders, type Folders } from "./damaged-folders.ts";

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
    test("starts when it is whole", () =>
      folders.withCopy(how, async (data) => {
        const engine = await startEngine({ data });
        const { code } = await engine.stop();
        expect(code).toBe(0);
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

describe("R4: one letter of a value changed", () => {
  test("refused after an orderly stop", () =>
    folders.withCopy("stopped", async (data) => {
      const file = databaseIn(data);
      changeLetters(file, QUEUE_NAME);
      await expectRefusal(data, file);
    }));

  test("after a kill refused, or read from the log as it was written", () =>
    folders.withCopy("killed", async (data) => {
      changeLetters(databaseIn(data), QUEUE_NAME);
      const engine = await spawnEngine({ data });
      const isReady = whenReady(engine).then(
        () => true,
        () => false,
      );
      if (!(await isReady)) {
        expect((await engine.gone).code).toBe(EXIT_CODES.damaged);
        return;
      }
      const client = await SyncClient.open(engine.port);
      const { businessId } = folders;
      expect(await client.once("queues:publicList", { businessId })).toEqual([
        expect.objectContaining({ name: QUEUE_NAME }),
      ]);
      await engine.kill();
    }));
});
