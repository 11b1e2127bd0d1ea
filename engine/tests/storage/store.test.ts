import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ANSWER_LIMITS } from "../../storage/commits/kept-answers.ts";
import { SessionHeights } from "../../storage/commits/session-heights.ts";
import { checkNode, connect } from "../../storage/database/sqlite.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { encodeKey } from "../../values/keys.ts";
import {
  ALL,
  idsIn,
  inserting,
  insertDurably,
  newDocument,
  open,
  openWithItems,
  replacing,
  temporaryFolder,
} from "./test-store.ts";

describe("commits", () => {
  test("[ST1] a commit is visible at once, in every index, and durable later", async () => {
    const { store, table, byKind } = await openWithItems();
    const document = newDocument(table, { kind: "a", n: 1 });
    const { ts } = store.apply([inserting(table, document)]);
    expect(store.lastTs).toBe(ts);
    expect(store.durableTs).toBeLessThan(ts);
    expect(store.get(table, document._id)).toBe(document);
    expect(idsIn(store, byKind)).toEqual([document._id]);
    const seen = [...store.scanIds(table, ALL, "asc")];
    expect(seen).toEqual([{ key: document._id, id: document._id }]);
    await store.whenDurable(ts);
    expect(store.durableTs).toBe(ts);
    expect(idsIn(store, byKind)).toEqual([document._id]);
  });

  test("[ST1] the write set names the document, its old keys and its new keys", async () => {
    const { store, table, byKind } = await openWithItems();
    const before = await insertDurably(store, table, { kind: "a", n: 1 });
    const after = { ...before, kind: "b" };
    const writeSet = store.apply([replacing(table, before, after)]);
    const byTime = store.catalog.index(table, "by_creation_time");
    const time = encodeKey([before._creationTime, before._id]);
    expect(writeSet.ids).toEqual(new Set([before._id]));
    expect(writeSet.keys).toEqual(
      new Map([
        [byKind.id, [encodeKey(["a", 1]) + time, encodeKey(["b", 1]) + time]],
        [byTime?.id, [time]],
      ]),
    );
  });

  test("[ST2] closing waits for commits, leaves no log, and nothing can be committed after it", async () => {
    const { folder, store, table } = await openWithItems();
    const document = newDocument(table, { kind: "a", n: 1 });
    const { ts } = store.apply([inserting(table, document)]);
    await store.close();
    await store.whenDurable(ts);
    expect(() => store.apply([])).toThrow(StorageError);
    await expect(store.changeCatalog({ tables: [] })).rejects.toThrow(
      "The database is closed.",
    );
    expect(existsSync(path.join(folder, "engine.db-wal"))).toBe(false);
    expect(open({ folder }).get(table, document._id)).toEqual(document);
  });
});

describe("timestamps", () => {
  test("[ST3] strictly increase, and follow the wall clock when it goes forward", async () => {
    let now = 1_800_000_000_000;
    const { store } = await openWithItems({ now: () => now });
    const seen = [store.lastTs];
    for (const step of [0, 0, 1, -86_400_000, 0, 2, 86_400_000, 0]) {
      now += step;
      seen.push(store.apply([]).ts);
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    expect(seen.every(Number.isSafeInteger)).toBe(true);
    expect(seen.at(-2)).toBe(now * 1000);
  });

  test("[ST3] do not go back with the clock across a restart, even when nothing was committed", async () => {
    const folder = temporaryFolder();
    const first = open({ folder, now: () => 1_900_000_000_000 });
    const { lastTs } = first;
    await first.close();
    const second = open({ folder, now: () => 1_000_000_000_000 });
    expect(second.lastTs).toBe(lastTs + 1);
    expect(second.apply([]).ts).toBe(lastTs + 2);
  });

  test("[ST3] are not before the creation of a commit's documents, unless those claim to come from far ahead", async () => {
    const now = 1_800_000_000_000;
    const { store, table } = await openWithItems({ now: () => now });
    const soon = { ...newDocument(table, {}), _creationTime: now + 0.75 };
    expect(store.apply([inserting(table, soon)]).ts).toBe((now + 0.75) * 1000);
    const imported = { ...newDocument(table, {}), _creationTime: now * 2 };
    expect(store.apply([inserting(table, imported)]).ts).toBe(
      (now + 0.75) * 1000 + 1,
    );
  });

  test("[ST3] that no commit has are an error to wait for", async () => {
    const { store } = await openWithItems();
    await expect(store.whenDurable(store.lastTs + 1)).rejects.toThrow(
      /No commit/,
    );
  });
});

describe("answered requests", () => {
  const request = {
    sessionId: "8e5a5d0f-7d3a-4a39-a5a8-b1b7a4a7b9f0",
    requestId: 7,
    result: '{"a":1}',
    logLines: ["[LOG] 'é'"],
  };

  test("[ST4] have their answer with the commit, and after a restart with its timestamp", async () => {
    const { folder, store, table } = await openWithItems();
    expect(store.answered(request.sessionId, 7)).toBeNull();
    const document = newDocument(table, { kind: "a", n: 1 });
    const { ts } = store.apply([inserting(table, document)], request);
    const answer = { ...request, ts };
    expect(store.answered(request.sessionId, 7)).toEqual(answer);
    expect(store.answered(request.sessionId, 8)).toBeNull();
    await store.whenDurable(ts);
    expect(store.answered(request.sessionId, 7)).toEqual(answer);
    await store.close();
    const again = open({ folder });
    expect(again.answered(request.sessionId, 7)).toEqual(answer);
    expect(again.answered("another", 7)).toBeNull();
  });

  test("[ST4] are found for their session, and no others, across restarts and many sessions", async () => {
    const folder = temporaryFolder();
    let store = open({ folder });
    const answered = new Map<string, Set<number>>();
    const has = (sessionId: string, requestId: number) =>
      store.answered(sessionId, requestId) !== null;
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 40; i++) {
        const sessionId = `session ${i % 8}`;
        const requests = answered.get(sessionId) ?? new Set();
        answered.set(sessionId, requests);
        // Numbers are skipped or arrive late, as after a failed call and on a second socket.
        const requestId = round * 100 + ((i * 7) % 40);
        expect(has(sessionId, requestId)).toBe(requests.has(requestId));
        store.apply([], { ...request, sessionId, requestId });
        requests.add(requestId);
        for (const one of [requestId - 1, requestId, requestId + 1])
          expect(has(sessionId, one)).toBe(requests.has(one));
      }
      await store.close();
      store = open({ folder });
    }
    for (const [sessionId, requests] of answered)
      for (let requestId = 0; requestId < 300; requestId++)
        expect(has(sessionId, requestId)).toBe(requests.has(requestId));
  });

  test("[ST4] how far a session has come is looked up once, and again when it was forgotten", () => {
    const heights = new SessionHeights(2);
    const asked: string[] = [];
    const of = (sessionId: string, height = -1) =>
      heights.of(sessionId, () => {
        asked.push(sessionId);
        return height;
      });
    expect(of("a", 5)).toBe(5);
    heights.raise("a", 9);
    heights.raise("a", 3);
    // Raising an unknown session must not hide how far it had come before.
    heights.raise("b", 1);
    expect(of("b", 7)).toBe(7);
    expect(of("a")).toBe(9);
    expect(asked).toEqual(["a", "b"]);
    for (const other of ["c", "d", "e", "f"]) of(other);
    expect(of("a", 9)).toBe(9);
    expect(asked.filter((one) => one === "a")).toHaveLength(2);
  });

  test("[ST4] are kept for a day and then deleted, a bounded number with each batch", async () => {
    const folder = temporaryFolder();
    let now = 1_800_000_000_000;
    const { store } = await openWithItems({ folder, now: () => now });
    const answerAt = (requestId: number) =>
      store.apply([], { ...request, requestId });
    const whenWritten = async () => (await store.readState()).close();
    for (let requestId = 0; requestId < 100; requestId++) answerAt(requestId);
    await whenWritten();
    const left = () =>
      Array.from({ length: 100 }, (_, i) =>
        store.answered(request.sessionId, i),
      ).filter((answer) => answer !== null).length;

    now += ANSWER_LIMITS.life / 1000 - 1000;
    answerAt(1000);
    await whenWritten();
    expect(left()).toBe(100);
    now += 2000;
    answerAt(1001);
    await whenWritten();
    expect(left()).toBe(83);
    for (let i = 0; i < 5; i++) {
      answerAt(1002 + i);
      await whenWritten();
    }
    expect(left()).toBe(0);
    expect(store.answered(request.sessionId, 1001)).not.toBeNull();
  });
});

test("[ST5] the disk: a connection uses WAL mode and waits for the disk at each commit", async () => {
  const folder = temporaryFolder();
  await open({ folder }).close();
  const connection = connect(path.join(folder, "engine.db"));
  expect(connection.pragma("synchronous", { simple: true })).toBe(2);
  expect(connection.pragma("journal_mode", { simple: true })).toBe("wal");
  connection.close();
});

test("[ST6] the disk: a Node that is too old is refused", () => {
  expect(() => checkNode("20.20.2")).toThrow(
    new StorageError(
      "unsupported",
      "Node 22.18 or newer is needed to open the database; this is Node 20.20.2.",
    ),
  );
  checkNode("22.18.0");
  checkNode("100.0.0");
});
