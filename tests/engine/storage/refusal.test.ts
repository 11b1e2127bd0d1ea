/** What the store does while the disk refuses commits. */
import { cpSync, mkdirSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { CommitClock } from "../../../engine/storage/commit-clock.ts";
import { Committer } from "../../../engine/storage/committer.ts";
import { StorageError } from "../../../engine/storage/storage-error.ts";
import type { WriteSet } from "../../../engine/storage/storage-types.ts";
import type {
  Batch,
  WriterRequest,
  WriterResult,
} from "../../../engine/storage/writer-messages.ts";
import {
  holdUpWriter,
  idsIn,
  inserting,
  insertDurably,
  newDocument,
  open,
  openWithItems,
  replacing,
  temporaryFolder,
} from "./test-store.ts";

describe("a disk that refuses a commit", () => {
  /** Canary: with only the first batch settled in Committer.#refused the second commit waits for ever. */
  test("[ST16] takes back everything from there on; reads go on; commits are refused until it writes again", async () => {
    const folder = temporaryFolder();
    const { store, table, byKind } = await openWithItems({ folder });
    const kept = await insertDurably(store, table, { kind: "a", n: 1 });
    const release = holdUpWriter(folder);
    const withdrawn: WriteSet[] = [];
    store.onWithdrawal((writeSet) => withdrawn.push(writeSet));

    const changed = { ...kept, n: 2 };
    const fresh = newDocument(table, { kind: "a", n: 3 });
    const first = store.apply([replacing(table, kept, changed)]);
    const firstRefused = expect(store.whenDurable(first.ts)).rejects.toThrow(
      StorageError,
    );
    // On its way before the next one comes.
    await Promise.resolve();
    const second = store.apply([inserting(table, fresh)], {
      sessionId: "s",
      requestId: 1,
      result: "1",
      logLines: [],
    });
    expect(idsIn(store, byKind)).toEqual([kept._id, fresh._id]);
    const secondRefused = expect(store.whenDurable(second.ts)).rejects.toThrow(
      StorageError,
    );
    await firstRefused;
    await secondRefused;

    expect(store.get(table, kept._id)).toEqual(kept);
    expect(store.get(table, fresh._id)).toBeNull();
    expect(idsIn(store, byKind)).toEqual([kept._id]);
    expect(store.answered("s", 1)).toBeNull();
    expect(withdrawn).toHaveLength(1);
    expect(withdrawn[0]?.ids).toEqual(new Set([kept._id, fresh._id]));
    expect(withdrawn[0]?.ts).toBeGreaterThan(second.ts);
    expect(store.fault?.message).toMatch(/^Writing failed: .*\(SQLITE_BUSY\)/);
    expect(() => store.apply([])).toThrow(store.fault ?? "a fault");

    release();
    await vi.waitFor(() => expect(store.fault).toBeNull(), 5000);
    const later = store.apply([replacing(table, kept, changed)]);
    await store.whenDurable(later.ts);
    expect(later.ts).toBeGreaterThan(withdrawn[0]?.ts ?? Infinity);
    await expect(store.whenDurable(first.ts)).rejects.toThrow(StorageError);
    expect(store.get(table, kept._id)).toEqual(changed);
  });
});

describe("a seal that cannot be written", () => {
  /** Canary: without beforeCommit in writer.ts commits go on, and after a crash the folder is refused. */
  test("[ST16] stops commits before a crash could leave pages that it does not know, and lets them go on when it can", async () => {
    const folder = temporaryFolder();
    const { store, table, byKind } = await openWithItems({
      folder,
      logPages: 16,
    });
    const acknowledged: string[] = [];
    const insertMany = async () => {
      for (let n = 0; n < 100; n++) {
        const { _id } = await insertDurably(store, table, { kind: "a", n });
        acknowledged.push(_id);
      }
    };
    /** As if the process were killed now. */
    const expectWholeAfterCrash = async () => {
      const copy = temporaryFolder();
      cpSync(folder, copy, { recursive: true });
      rmSync(path.join(copy, "engine.seal.new"), {
        recursive: true,
        force: true,
      });
      const again = open({ folder: copy });
      const found = new Set(idsIn(again, byKind));
      expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
      await again.close();
    };
    const obstacle = path.join(folder, "engine.seal.new");
    mkdirSync(obstacle);
    await expect(insertMany()).rejects.toThrow(StorageError);
    expect(acknowledged.length).toBeGreaterThan(0);
    await expectWholeAfterCrash();
    rmdirSync(obstacle);
    await vi.waitFor(() => expect(store.fault).toBeNull(), 5000);
    await insertMany();
    await expectWholeAfterCrash();
  });
});

describe("batches", () => {
  /** A writer that answers when it is told to. */
  function heldWriter() {
    const batches: Batch[] = [];
    const answers: PromiseWithResolvers<WriterResult>[] = [];
    const request = (asked: WriterRequest) => {
      const answer = Promise.withResolvers<WriterResult>();
      if (asked.kind === "batch") {
        batches.push(asked);
        answers.push(answer);
      }
      return answer.promise;
    };
    return { batches, answers, request };
  }

  /** Canary: with MAX_BATCH unlimited the last batch has all of them. */
  test("[ST9] one is on its way at a time; what is committed meanwhile is the next one, up to 1000 commits", async () => {
    const writer = heldWriter();
    const clock = new CommitClock(0, () => 0);
    const queue = new Committer(writer, clock, {
      onDurable: () => undefined,
      onWithdrawn: () => undefined,
    });
    const commit = () => {
      const ts = clock.next([]);
      queue.add(ts, [], undefined);
      return ts;
    };
    const durable: number[] = [];
    const commitAndWait = () => {
      const ts = commit();
      void queue.whenDurable(ts).then(() => durable.push(ts));
      return ts;
    };
    const together = [commitAndWait(), commitAndWait()];
    await Promise.resolve();
    expect(writer.batches.map(({ ts }) => ts)).toEqual([together[1]]);
    const next = Array.from({ length: 1500 }, commitAndWait);
    await Promise.resolve();
    expect(writer.batches).toHaveLength(1);
    expect(durable).toEqual([]);

    const answer = async (at: number) => {
      writer.answers[at]?.resolve(null);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await answer(0);
    expect(durable).toEqual(together);
    expect(queue.durableTs).toBe(together[1]);
    expect(writer.batches[1]?.ts).toBe(next[999]);
    await answer(1);
    await answer(2);
    expect(writer.batches).toHaveLength(3);
    expect(durable).toEqual([...together, ...next]);
    await queue.close();
  });
});
