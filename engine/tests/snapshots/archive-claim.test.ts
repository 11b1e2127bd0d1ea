import fs from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { listArchive, nameOf } from "../../snapshots/archive/archive-folder.ts";
import { makeBackup } from "../../snapshots/backup.ts";
import type { Store } from "../../storage/storage-types.ts";
import { must } from "../../values/user-error.ts";
import { insertDurably } from "../storage/test-store.ts";
import {
  type Archived,
  contentOf,
  documentsOf,
  folders,
  openArchived,
  removeInUse,
  restoreAll,
} from "./archived-store.ts";

const ITEMS = { tables: [{ name: "items", indexes: [] }] };
const add = (store: Store, text: string) =>
  insertDurably(store, must(store.catalog.table("items"), "items").number, {
    text,
  });

async function begun({ store, shipped }: Archived): Promise<void> {
  await store.changeCatalog(ITEMS);
  await add(store, "first");
  await shipped();
}

const isSaid = ({ said }: Archived, what: string) =>
  vi.waitFor(() => expect(said.join()).toContain(what));

test("[AR11] of two engines with one archive the later has it; the earlier says so and counts what is missing", async () => {
  const places = folders();
  const earlier = openArchived(places);
  await begun(earlier);
  const later = openArchived({ ...folders(), archive: places.archive });
  await begun(later);
  await isSaid(earlier, "an engine that started later has taken it over");
  await add(earlier.store, "not there");
  await add(later.store, "there");
  await later.shipped();
  expect(earlier.archiver.figures.lagSeconds).toBeGreaterThan(0);
  const { troubles } = await restoreAll(places);
  expect(troubles).toEqual([]);
  expect(await contentOf(places.restored)).toEqual(documentsOf(later.store));
  expect(later.said.join()).not.toContain("an engine that started later");
});

/** Both have found the folder before either has claimed it. */
test("[AR11] of two engines that start at the same moment one has the archive, with its own base; the other says so", async () => {
  const places = folders();
  const both = [places, { ...folders(), archive: places.archive }];
  const copies: string[] = [];
  const taking = both.map(() => Promise.withResolvers<void>());
  const allTake = Promise.all(taking.map(({ promise }) => promise));
  const opened = both.map((one, i) =>
    openArchived(one, {
      deviceOf: async (folder) => {
        taking[i]?.resolve();
        await allTake;
        return folder === one.data ? 1 : 2;
      },
      copyBase: (from, to) => {
        copies.push(to);
        return makeBackup(from, to);
      },
    }),
  );
  const hasLost = ({ said }: Archived) =>
    said.join().includes("an engine that started later");
  await vi.waitUntil(() => opened.some(hasLost));
  const owner = must(
    opened.find((one) => !hasLost(one)),
    "one that has it",
  );
  await owner.store.changeCatalog(ITEMS);
  await add(owner.store, "there");
  await owner.shipped();
  expect(new Set(copies).size).toBe(copies.length);
  const { troubles } = await restoreAll(places);
  expect(troubles).toEqual([]);
  expect(await contentOf(places.restored)).toEqual(documentsOf(owner.store));
});

/** An engine that stood still while another one took the archive may write once more before it checks. */
test.each(["the first", "the second"])(
  "[AR11] a segment that the earlier engine still wrote as %s takes nothing from the later history",
  async (which) => {
    const places = folders();
    const earlier = openArchived(places);
    await begun(earlier);
    const [foreign] = (await listArchive(places.archive)).journal;
    const laterPlaces = { ...folders(), archive: places.archive };
    const later = openArchived(laterPlaces);
    await begun(later);
    await later.store.close();
    await later.archiver.stop();
    const again = openArchived(laterPlaces);
    await add(again.store, "in another segment");
    await again.shipped();
    const content = documentsOf(again.store);
    await again.store.close();
    await again.archiver.stop();

    const fileOf = (number = 0) =>
      path.join(places.archive, nameOf("journal", number));
    const { base, journal } = await listArchive(places.archive);
    const own = journal.filter((number) => number > (base.at(-1) ?? 0));
    expect(own.length).toBeGreaterThan(1);
    const moved = which === "the first" ? own : own.slice(1);
    for (const number of moved.toReversed())
      fs.renameSync(fileOf(number), fileOf(number + 1));
    fs.copyFileSync(fileOf(foreign), fileOf(moved[0]));
    const restored = await restoreAll(places);
    expect(restored.troubles).toEqual([]);
    expect(await contentOf(places.restored)).toEqual(content);
  },
);

const DAY = 24 * 3600 * 1000;

/** Another engine takes the archive right after the archiver's check, or while the base is copied. */
test.each([
  ["is begun", true],
  ["is made", false],
])(
  "[AR11] when another engine takes the archive as a base %s, nothing more is archived",
  async (_what, isAtOnce) => {
    const places = folders();
    const taken = { isNow: false, isThen: false };
    const take = () => {
      fs.writeFileSync(path.join(places.archive, "owner"), "another");
      taken.isNow = true;
    };
    let copies = 0;
    const opened = openArchived(places, {
      // The last call before a base starts.
      now: () => {
        if (taken.isThen && isAtOnce) take();
        return Date.now() + (taken.isThen ? DAY : 0);
      },
      copyBase: async (from, to) => {
        copies++;
        const made = await makeBackup(from, to);
        if (taken.isThen) take();
        return made;
      },
    });
    await begun(opened);
    const { base, journal } = await listArchive(places.archive);
    const before = copies;
    taken.isThen = true;
    await isSaid(
      opened,
      `No base could be made in ${places.archive}: an engine that started later has taken it over`,
    );
    await opened.archiver.endBase();
    expect(copies).toBe(isAtOnce ? before : before + 1);
    const after = await listArchive(places.archive);
    expect(after.journal).toEqual(journal);
    if (isAtOnce) expect(after.base).toEqual(base);
  },
);

test("[AR12] a segment replaced by another file is noticed, and what was written to it is shipped again", async () => {
  const places = folders();
  const opened = openArchived(places);
  await begun(opened);
  const newest = (await listArchive(places.archive)).journal.at(-1) ?? 0;
  const file = path.join(places.archive, nameOf("journal", newest));
  fs.copyFileSync(file, `${file}-copy`);
  fs.renameSync(`${file}-copy`, file);
  await add(opened.store, "into a file without a name");
  await isSaid(opened, `${file} was replaced by another file`);
  await opened.shipped();
  await restoreAll(places);
  expect(await contentOf(places.restored)).toEqual(documentsOf(opened.store));
});

test("[AR12] an archive that is emptied is noticed and rebuilt, even when nothing is written", async () => {
  const places = folders();
  const opened = openArchived(places);
  await begun(opened);
  for (const name of fs.readdirSync(places.archive))
    removeInUse(path.join(places.archive, name));
  await isSaid(opened, "it has been emptied or replaced");
  await opened.shipped();
  await restoreAll(places);
  expect(await contentOf(places.restored)).toEqual(documentsOf(opened.store));
});

test("[AR12] nothing is written where the archive's disk was mounted, and the archive continues when it is back", async () => {
  const places = folders();
  const disk = { isThere: true };
  const opened = openArchived(places, {
    deviceOf: (folder) =>
      Promise.resolve(folder === places.archive && disk.isThere ? 2 : 1),
  });
  await begun(opened);
  const { base } = await listArchive(places.archive);
  fs.renameSync(places.archive, `${places.archive}-away`);
  fs.mkdirSync(places.archive);
  disk.isThere = false;
  await add(opened.store, "meanwhile");
  await isSaid(opened, "its own is not mounted");
  expect(opened.archiver.figures.lagSeconds).toBeGreaterThan(0);
  expect(fs.readdirSync(places.archive)).toEqual([]);
  fs.rmdirSync(places.archive);
  fs.renameSync(`${places.archive}-away`, places.archive);
  disk.isThere = true;
  await opened.shipped();
  expect((await listArchive(places.archive)).base).toEqual(base);
  await restoreAll(places);
  expect(await contentOf(places.restored)).toEqual(documentsOf(opened.store));
});

test("[AR12] an archive on the disk of the data folder is reported once", async () => {
  const places = folders();
  const opened = openArchived(places, { deviceOf: () => Promise.resolve(1) });
  await begun(opened);
  removeInUse(places.archive);
  await isSaid(opened, "it has been emptied or replaced");
  await opened.shipped();
  const near = opened.said.filter((line) => line.includes("on the same disk"));
  expect(near).toHaveLength(1);
});
