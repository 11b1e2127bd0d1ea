import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  listArchive,
  nameOf,
  removeOld,
} from "../../snapshots/archive/archive-folder.ts";
import { Claim } from "../../snapshots/archive/claim.ts";
import { restoreArchive } from "../../snapshots/archive/restore-archive.ts";
import { readManifest } from "../../snapshots/backup-manifest.ts";
import { must } from "../../values/user-error.ts";
import { keyOf, openFiles } from "../files/open-files.ts";
import { insertDurably, newDocument, open } from "../storage/test-store.ts";
import {
  isIn,
  isSame,
  items,
  KIND,
  live,
  type Moment,
  tableOf,
} from "./archived-history.ts";
import {
  contentOf,
  documentsOf,
  folders,
  newArchiver,
  openArchived,
  removeInUse,
  restoreAll,
} from "./archived-store.ts";

test("[AR1] a restore to a time gives what there was then, across segments, new indexes and restarts", async () => {
  const places = folders();
  let moments: Moment[];
  {
    const { store, shipped, archiver } = openArchived(places, {
      segmentSize: 3000,
    });
    await store.changeCatalog(items());
    moments = await live(store, 1, 1);
    await shipped();
    moments.push(...(await live(store, 15, 2)));
    await store.changeCatalog(items(KIND));
    moments.push(...(await live(store, 10, 3)));
    await archiver.endBase();
    await store.close();
    await archiver.stop();
  }
  const bases = (await listArchive(places.archive)).base;
  const { store, shipped, archiver, said } = openArchived(places);
  moments.push(...(await live(store, 10, 4)));
  await shipped();
  expect(said).toEqual([]);
  const content = await listArchive(places.archive);
  expect(content.base).toEqual(bases);
  expect(content.journal.length).toBeGreaterThan(3);
  await store.close();
  await archiver.stop();

  const base = path.join(
    places.archive,
    nameOf("base", must(bases.at(-1), "a base")),
  );
  const from = must((await readManifest(base)).ts, "a time");
  const later = moments.filter(({ ts }) => ts >= from);
  expect(later.length).toBeGreaterThan(20);
  const some = [1, 9, 10, 17, later.length - 1];
  for (const [turn, i] of some.entries()) {
    const { ts, content } = must(later[i], "a moment");
    const next = later[i + 1]?.ts ?? null;
    // The commit's own time, or the last moment before the next commit.
    const until = turn % 2 === 0 || next === null ? ts : next - 1;
    const to = `${places.restored}-${turn}`;
    const restored = await restoreArchive(places.archive, to, until);
    expect(restored).toMatchObject({ reached: ts, troubles: [], missing: [] });
    expect(restored.next).toBe(next);
    expect(isSame(await contentOf(to), content)).toBe(true);
  }
  await expect(
    restoreArchive(places.archive, places.restored, 1),
  ).rejects.toThrow("goes back to");
  await expect(
    restoreArchive(places.archive, `${places.restored}-0`, null),
  ).rejects.toThrow("is not empty");
  for (const name of fs.readdirSync(places.archive, { recursive: true })) {
    const { mode } = fs.statSync(path.join(places.archive, String(name)));
    expect(mode & 0o077).toBe(0);
  }
});

test("[AR4] after a kill the archive continues from the journal; another history gets a separate base", async () => {
  const places = folders();
  const first = openArchived(places);
  await first.store.changeCatalog(items(KIND));
  await live(first.store, 5, 1);
  await first.shipped();
  await first.archiver.stop();
  await live(first.store, 5, 2);
  // The state after a kill.
  const killed = { ...places, data: `${places.data}-killed` };
  fs.cpSync(places.data, killed.data, { recursive: true });
  const bases = (await listArchive(places.archive)).base;
  const second = openArchived(killed);
  await second.shipped();
  const content = documentsOf(second.store);
  expect(content).toEqual(documentsOf(first.store));
  expect((await listArchive(places.archive)).base).toEqual(bases);
  await second.archiver.stop();
  await restoreAll(places);
  expect(await contentOf(places.restored)).toEqual(content);

  // A restored folder is a separate history, even at the same record.
  const begun = Date.now();
  const third = openArchived({ ...places, data: places.restored });
  await third.shipped();
  expect((await listArchive(places.archive)).base.length).toBe(
    bases.length + 1,
  );
  const moments = await live(third.store, 3, 3);
  await third.shipped();
  // A user who restored by mistake is shown how to go back.
  expect(third.said.join()).toContain("give --to-time a time before");
  const before = `${places.restored}-before`;
  await restoreArchive(places.archive, before, begun * 1000 - 1);
  expect(await contentOf(before)).toEqual(content);
  const again = `${places.restored}-again`;
  const { troubles } = await restoreArchive(places.archive, again, null);
  expect(troubles).toEqual([]);
  expect(isIn(moments.slice(-1), await contentOf(again))).toBe(true);
});

test("[AR5] an archive that cannot be written: holds up no commit, is reported once and counted, and catches up later with a new base", async () => {
  for (const maxKept of [64 << 20, 500]) {
    const places = folders();
    const { store, archiver, said, shipped } = openArchived(places, {
      maxKept,
    });
    await store.changeCatalog(items(KIND));
    await shipped();
    const { base } = await listArchive(places.archive);
    const away = `${places.archive}-away`;
    fs.cpSync(places.archive, away, { recursive: true });
    removeInUse(places.archive);
    fs.writeFileSync(places.archive, "in the way");
    said.length = 0;
    const moments = await live(store, 10, 1);
    // A base that was about to start reports its own failure.
    const isSaidOnce = () => {
      const why = "cannot be written: a file is in the way";
      const lines = said.filter((line) => line.includes(why));
      expect(lines, said.join()).toHaveLength(1);
      expect(new Set(said).size, said.join()).toBe(said.length);
    };
    await vi.waitFor(isSaidOnce);
    expect(archiver.figures.lagSeconds).toBeGreaterThan(0);
    expect(store.fault).toBeNull();
    expect(documentsOf(store)).toEqual(must(moments.at(-1), "one").content);
    await store.close();
    await archiver.stop();
    isSaidOnce();

    fs.rmSync(places.archive);
    fs.cpSync(away, places.archive, { recursive: true });
    const next = openArchived(places);
    moments.push(...(await live(next.store, 3, 2)));
    await next.shipped();
    expect((await listArchive(places.archive)).base.length).toBe(
      base.length + 1,
    );
    const { troubles } = await restoreAll(places);
    expect(troubles).toEqual([]);
    const { content } = must(moments.at(-1), "one");
    expect(isSame(await contentOf(places.restored), content)).toBe(true);
  }
});

test("[AR5] an archive that cannot be written: gets what it lacks when it is back; a clock that is set back hides none of the lag", async () => {
  const places = folders();
  fs.writeFileSync(places.archive, "in the way");
  const clock = { behind: 0 };
  const { store, archiver, said, shipped } = openArchived(places, {
    now: () => Date.now() - clock.behind,
  });
  await store.changeCatalog(items(KIND));
  const moments = await live(store, 5, 1);
  await vi.waitFor(() => expect(said).toHaveLength(1));
  expect(said[0]).toContain("cannot be written");
  expect(archiver.figures.lagBytes).toBeGreaterThan(0);
  clock.behind = 3_600_000;
  await vi.waitFor(() =>
    expect(archiver.figures.lagSeconds).toBeGreaterThan(0.05),
  );
  fs.rmSync(places.archive);
  await shipped();
  expect(said).toContain(`The archive ${places.archive} can be written again.`);
  await restoreAll(places);
  const { content } = must(moments.at(-1), "one");
  expect(isSame(await contentOf(places.restored), content)).toBe(true);
});

test("[AR5] a base that cannot be made is not retried at once", async () => {
  const places = folders();
  let copies = 0;
  const check = vi.spyOn(Claim.prototype, "check");
  onTestFinished(() => check.mockRestore());
  const { said } = openArchived(places, {
    copyBase: () => {
      copies++;
      return Promise.reject(new Error("as told"));
    },
  });
  await vi.waitFor(() => expect(said.join()).toContain("as told"));
  const looks = check.mock.calls.length;
  await vi.waitUntil(() => check.mock.calls.length > looks + 20);
  expect(copies).toBe(1);
});

test("[AR6] a restore to a time brings the stored files of that time and names one that has changed", async () => {
  const places = folders();
  const { archiver, shipped } = newArchiver(places);
  const opened = await openFiles(places.data, archiver.follow);
  const { store, upload, urlOf, database, sweeper } = opened;
  archiver.start(store.position, () => [tableOf(store, "_file_keys")]);
  const early = keyOf(urlOf(await upload("early")));
  await shipped();
  const storageId = await upload("late");
  const late = keyOf(urlOf(storageId));
  const has = store.lastTs;
  await shipped();
  const { ts } = await opened.delete(storageId);
  await database.whenDurable(ts);
  await sweeper.idle();
  await shipped();
  await archiver.endBase();
  await opened.close({ keep: true });
  await archiver.stop();
  const restore = async (name: string, until: number | null) => {
    const to = `${places.restored}-${name}`;
    const { missing } = await restoreArchive(places.archive, to, until);
    expect(missing).toEqual([]);
    return fs.readdirSync(path.join(to, "files")).sort();
  };
  expect(await restore("with", has)).toEqual([early, late].sort());
  expect(await restore("without", null)).toEqual([early]);
  const { files } = await listArchive(places.archive);
  const shippedTo = files
    .map((number) => path.join(places.archive, nameOf("files", number), late))
    .filter((file) => fs.existsSync(file));
  expect(shippedTo).toHaveLength(1);
  fs.writeFileSync(must(shippedTo[0], "a file"), "changed");
  const { missing } = await restoreArchive(
    places.archive,
    places.restored,
    has,
  );
  expect(missing).toEqual([late]);
});

test("[AR1] a restore to a time before an index was added has all documents but not that index", async () => {
  const places = folders();
  const { store, shipped } = openArchived(places);
  await store.changeCatalog(items(KIND));
  await shipped();
  const before = must((await live(store, 5, 1)).at(-1), "a moment");
  await store.changeCatalog(items(KIND, { name: "late", fields: ["n"] }));
  await shipped();
  const namesIn = async (folder: string, until: number | null) => {
    await restoreArchive(places.archive, folder, until);
    expect(await contentOf(folder)).toEqual(before.content);
    const restored = open({ folder });
    const indexes = restored.catalog.indexesOf(tableOf(restored));
    return indexes.map(({ name }) => name);
  };
  const then = await namesIn(`${places.restored}-then`, before.ts);
  expect(then).toContain("by_kind");
  expect(then).not.toContain("late");
  expect(await namesIn(places.restored, null)).toContain("late");
});

test("[AR7] an import is restored with the base after it, and a time before it can still be reached", async () => {
  const places = folders();
  const { store, shipped } = openArchived(places);
  await store.changeCatalog(items(KIND));
  await shipped();
  const moments = await live(store, 5, 1);
  await shipped();
  const before = must(moments.at(-1), "a moment");
  const table = tableOf(store);
  const drafts = await store.draftTables([
    { name: "items", number: table, namespace: "", isAddition: false },
  ]);
  const imported = newDocument(table, { kind: "imported", n: 1 });
  await drafts.add("items", [[imported._id, JSON.stringify(imported)]]);
  await store.switchTables(drafts, store.catalog.tables());
  await insertDurably(store, table, { kind: "after", n: 2 });
  await shipped();
  const now = documentsOf(store);
  expect(now.size).toBe(2);
  await restoreAll(places);
  expect(await contentOf(places.restored)).toEqual(now);
  const to = `${places.restored}-before`;
  const { reached } = await restoreArchive(places.archive, to, before.ts);
  expect(reached).toBe(before.ts);
  expect(isSame(await contentOf(to), before.content)).toBe(true);
});

test("[AR8] a base is made each day; bases and segments past their days are removed, except the newest base", async () => {
  const places = folders();
  const clock = { now: Date.now() };
  const { store, shipped, archiver, said } = openArchived(places, {
    now: () => clock.now,
    days: 2,
  });
  await store.changeCatalog(items(KIND));
  await shipped();
  const DAY = 24 * 3600 * 1000;
  const countOf = () =>
    said.filter((line) => line.endsWith("is complete.")).length;
  const begin = countOf();
  await live(store, 2, 1);
  clock.now += DAY;
  await vi.waitFor(() => expect(countOf()).toBe(begin + 1));
  // The clock was ahead.
  clock.now -= 30 * DAY;
  await vi.waitFor(() => expect(countOf()).toBe(begin + 2));
  const moments = await live(store, 2, 2);
  await shipped();
  await archiver.endBase();
  const { base } = await listArchive(places.archive);
  // All bases are new by the disk's clock.
  await removeOld(places.archive, 2, Date.now() + DAY);
  expect((await listArchive(places.archive)).base).toEqual(base);
  // A clock that is years ahead.
  await removeOld(places.archive, 7, Date.now() + 1000 * DAY);
  expect((await listArchive(places.archive)).base).toEqual(base);
  await removeOld(places.archive, 2, Date.now() + 3 * DAY);
  const left = await listArchive(places.archive);
  expect(left.base).toEqual(base.slice(-1));
  expect(
    left.journal.every((number) => number > must(base.at(-1), "one")),
  ).toBe(true);
  await restoreAll(places);
  const { content } = must(moments.at(-1), "one");
  expect(isSame(await contentOf(places.restored), content)).toBe(true);
  expect(open({ folder: places.restored }).fault).toBeNull();
});
