/** Whose an archive is: one that a second engine takes, that somebody empties, and whose disk is away. */
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { listArchive } from "../../../engine/snapshots/archive/archive-folder.ts";
import { restoreArchive } from "../../../engine/snapshots/archive/restore-archive.ts";
import type { Store } from "../../../engine/storage/storage-types.ts";
import { must } from "../../../engine/values/user-error.ts";
import { insertDurably } from "../storage/test-store.ts";
import {
  type Archived,
  contentOf,
  documentsOf,
  folders,
  openArchived,
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
  vi.waitFor(() => expect(said.join()).toContain(what), 60_000);

/** Canary: without `check` in the archiver the earlier one has all shipped, to segments that no restoration takes. */
test("[AR11] of two engines with one archive the later has it, and the earlier says so and counts what is not there", async () => {
  const places = folders();
  const earlier = openArchived(places);
  await begun(earlier);
  const later = openArchived({ ...folders(), archive: places.archive });
  await begun(later);
  await isSaid(earlier, "another engine, started later, has its archive there");
  await add(earlier.store, "not there");
  await add(later.store, "there");
  await later.shipped();
  expect(earlier.archiver.figures.lagSeconds).toBeGreaterThan(0);
  const { troubles } = await restoreArchive(
    places.archive,
    places.restored,
    null,
  );
  expect(troubles).toEqual([]);
  expect(await contentOf(places.restored)).toEqual(documentsOf(later.store));
  expect(later.said.join()).not.toContain("another engine");
});

/** Canary: without `check` in the archiver it is noticed when something is written, and all is lost with the disk until then. */
test("[AR12] an archive that somebody empties is noticed when nothing is written, too, and made anew", async () => {
  const places = folders();
  const opened = openArchived(places);
  await begun(opened);
  for (const name of readdirSync(places.archive))
    rmSync(path.join(places.archive, name), { recursive: true });
  await isSaid(opened, "somebody has emptied or replaced it");
  await opened.shipped();
  await restoreArchive(places.archive, places.restored, null);
  expect(await contentOf(places.restored)).toEqual(documentsOf(opened.store));
});

/** Canary: without the comparison of disks a base is made in the folder that is left. */
test("[AR12] nothing is written to the folder where its disk was mounted, and the archive goes on when it is there again", async () => {
  const places = folders();
  const disk = { isThere: true };
  const opened = openArchived(places, {
    deviceOf: (folder) =>
      Promise.resolve(folder === places.archive && disk.isThere ? 2 : 1),
  });
  await begun(opened);
  const { base } = await listArchive(places.archive);
  renameSync(places.archive, `${places.archive}-away`);
  mkdirSync(places.archive);
  disk.isThere = false;
  await add(opened.store, "meanwhile");
  await isSaid(opened, "its own is not mounted");
  expect(opened.archiver.figures.lagSeconds).toBeGreaterThan(0);
  expect(readdirSync(places.archive)).toEqual([]);

  rmdirSync(places.archive);
  renameSync(`${places.archive}-away`, places.archive);
  disk.isThere = true;
  await opened.shipped();
  expect((await listArchive(places.archive)).base).toEqual(base);
  await restoreArchive(places.archive, places.restored, null);
  expect(await contentOf(places.restored)).toEqual(documentsOf(opened.store));
});

test("[AR12] an archive on the disk of the data folder is said to be that, once", async () => {
  const places = folders();
  const opened = openArchived(places, { deviceOf: () => Promise.resolve(1) });
  await begun(opened);
  rmSync(places.archive, { recursive: true });
  await isSaid(opened, "somebody has emptied or replaced it");
  await opened.shipped();
  const near = opened.said.filter((line) => line.includes("on the same disk"));
  expect(near).toHaveLength(1);
});
