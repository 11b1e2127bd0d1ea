/** The archive of one engine: which store it follows, and in which order both are closed. */
import type { EngineConfig } from "./config.ts";
import { FILE_KEYS } from "./files/file-tables.ts";
import type { Log } from "./log/log.ts";
import { Archiver } from "./snapshots/archive/archiver.ts";
import { copyBase } from "./snapshots/archive/base-copier.ts";
import type { Store } from "./storage/storage-types.ts";

/** How long a commit may wait for the archive, in ms. */
const INTERVAL = 1000;
/** How many days the archive goes back. */
const DAYS = 7;

/** @returns null without an archive */
export function archiveOf(
  { archive, data }: EngineConfig,
  log: Log,
): Archiver | null {
  if (archive === null) return null;
  return new Archiver({
    ...{ folder: archive, interval: INTERVAL, days: DAYS },
    ...{ data, copyBase, now: Date.now },
    say: (level, message) =>
      log.write({ level, message, isSpoken: true, isOwn: true }),
  });
}

/** @returns a function that closes the store with its archive */
export function follow(store: Store, archive: Archiver | null) {
  archive?.start(store.position, () =>
    store.catalog
      .tables()
      .filter(({ name }) => name === FILE_KEYS)
      .map(({ number }) => number),
  );
  return async (): Promise<void> => {
    // A running base reads the database. The last commits come when the store is closed.
    await archive?.endBase();
    try {
      await store.close();
    } finally {
      await archive?.stop();
    }
  };
}
