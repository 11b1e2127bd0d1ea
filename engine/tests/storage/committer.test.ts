import { expect, test, vi } from "vitest";
import { CommitClock } from "../../storage/commits/commit-clock.ts";
import { Committer } from "../../storage/commits/committer.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { fakeTime } from "./test-store.ts";

/** A journal whose disk the test makes ready. */
function heldJournal() {
  const records: number[] = [];
  const syncs: PromiseWithResolvers<void>[] = [];
  return {
    records,
    syncs,
    isFull: false,
    newest: { sequence: 0, chain: 0 },
    hasRoom: () => true,
    write({ ts }: { readonly ts: number }) {
      const full = Object.assign(new Error("full"), { code: "ENOSPC" });
      if (this.isFull) return Promise.reject(full);
      records.push(ts);
      return Promise.resolve();
    },
    sync: () => {
      const synced = Promise.withResolvers<void>();
      syncs.push(synced);
      return synced.promise;
    },
  };
}

function heldQueue(keptCommits?: number) {
  const journal = heldJournal();
  const writer = { request: vi.fn(() => Promise.resolve(null)) };
  const clock = new CommitClock(0, () => 0);
  const unknown = vi.fn();
  const queue = new Committer(
    { journal, writer, clock, keptCommits },
    {
      onWritten: () => undefined,
      onWithdrawn: () => undefined,
      onUnknown: unknown,
    },
  );
  const commit = () => {
    const ts = clock.next([]);
    queue.add(ts, [], undefined);
    return ts;
  };
  return { journal, writer, queue, commit, unknown };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("[ST9] one batch is written at a time; the next has what is committed meanwhile, up to 1000 commits", async () => {
  const { journal, queue, commit } = heldQueue();
  const durable: number[] = [];
  const commitAndWait = () => {
    const ts = commit();
    void queue.whenDurable(ts).then(() => durable.push(ts));
    return ts;
  };
  const together = [commitAndWait(), commitAndWait()];
  await Promise.resolve();
  expect(journal.records).toEqual([together[1]]);
  const next = Array.from({ length: 1500 }, commitAndWait);
  await Promise.resolve();
  expect(journal.records).toHaveLength(1);
  expect(durable).toEqual([]);

  const answer = async (at: number) => {
    journal.syncs[at]?.resolve();
    await turn();
  };
  await answer(0);
  expect(durable).toEqual(together);
  expect(queue.durableTs).toBe(together[1]);
  expect(journal.records[1]).toBe(next[999]);
  await answer(1);
  await answer(2);
  expect(journal.records).toHaveLength(3);
  expect(durable).toEqual([...together, ...next]);
  await queue.close();
});

test("[ST16] while the disk is retried nothing else is written, and closing waits for that", async () => {
  const pass = fakeTime();
  const { journal, queue, commit, unknown } = heldQueue();
  journal.isFull = true;
  const refused = commit();
  await expect(queue.whenDurable(refused)).rejects.toThrow(/disk is full/);
  journal.isFull = false;
  await pass();
  expect(journal.records).toHaveLength(1);
  const table = commit();
  const closed = vi.fn();
  void queue.close().then(closed);
  await turn();
  expect(journal.records).toHaveLength(1);
  journal.syncs[0]?.resolve();
  await turn();
  expect(journal.records).toEqual([expect.any(Number), table]);
  expect(closed).not.toHaveBeenCalled();
  journal.syncs[1]?.resolve();
  await pass();
  expect(closed).toHaveBeenCalledWith(true);
  expect(queue.durableTs).toBe(table);
  expect(unknown).not.toHaveBeenCalled();
});

test("[ST16] a commit queued while the disk is retried is refused with the retry", async () => {
  const pass = fakeTime();
  const { journal, queue, commit } = heldQueue();
  journal.isFull = true;
  await expect(queue.whenDurable(commit())).rejects.toThrow(/disk is full/);
  const trial = Promise.withResolvers<void>();
  const write = vi.spyOn(journal, "write");
  write.mockReturnValueOnce(trial.promise);
  await pass();
  expect(write).toHaveBeenCalledTimes(1);
  const refused = vi.fn();
  queue.whenDurable(commit()).catch(refused);
  trial.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
  await turn();
  expect(refused).toHaveBeenCalledWith(queue.fault);
  expect(queue.unwritten).toBe(0);
});

test("[ST18] durable commits are moved into the database at once when there are enough of them", async () => {
  fakeTime();
  const { journal, writer, commit } = heldQueue(2);
  for (const moves of [0, 1]) {
    commit();
    await turn();
    journal.syncs.at(-1)?.resolve();
    await turn();
    expect(writer.request).toHaveBeenCalledTimes(moves);
  }
});

test("[ST18] a commit without room in the journal is refused when the database takes nothing any more", async () => {
  const pass = fakeTime();
  const { journal, writer, queue, commit } = heldQueue();
  writer.request.mockRejectedValue(new StorageError("damaged", "as told"));
  commit();
  await turn();
  journal.syncs[0]?.resolve();
  await pass();
  expect(queue.fault).toMatchObject({ message: "as told" });
  journal.hasRoom = () => false;
  const refused = vi.fn();
  queue.whenDurable(commit()).catch(refused);
  await turn();
  expect(refused).toHaveBeenCalledWith(queue.fault);
  expect(queue.unwritten).toBe(0);
});

test("[ST19] a disk that fills and then fails to sync is not trusted again", async () => {
  const pass = fakeTime();
  const { journal, queue, commit, unknown } = heldQueue();
  journal.isFull = true;
  await expect(queue.whenDurable(commit())).rejects.toThrow(/disk is full/);
  journal.isFull = false;
  await pass();
  expect(journal.syncs).toHaveLength(1);
  const answered = vi.fn();
  void queue.whenDurable(commit()).then(answered, answered);
  journal.syncs[0]?.reject(new Error("EIO: i/o error, fdatasync"));
  await turn();
  expect(unknown).toHaveBeenCalledTimes(1);
  expect(queue.fault).toMatchObject({ fault: "unsynced", message: /EIO/ });
  await pass();
  expect(journal.records).toHaveLength(1);
  expect(answered).not.toHaveBeenCalled();
});
