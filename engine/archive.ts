/** The archive of one engine: which store it follows, and what of both is closed first. */
import type { EngineConfig } from "./config.ts";
import { FILE_KEYS } from "./files/file-tables.ts";
import type { Log } from "./log/log.ts";
import { Archiver } from "./snapshots/archive/archiver.ts";
import { copyBase } from "./snapshots/archive/base-copier.ts";
import type { Store } from "./storage/storage-types.ts";

/** @returns null where none is wanted */
export function archiveOf(
  { archive, data }: EngineConfig,
  log: Log,
): Archiver | null {
  if (archive === null) return null;
  return new Archiver({
    ...archive,
    ...{ data, copyBase, now: Date.now },
    say: (level, message) =>
      log.write({ level, message, isSpoken: true, isOwn: true }),
  });
}

/** @returns the way to close the store with its archive */
export function follow(store: Store, archive: Archiver | null) {
  archive?.start(store.position, () =>
    store.catalog
      .tables()
      .filter(({ name }) => name === FILE_KEYS)
      .map(({ number }) => number),
  );
  return async (): Promise<void> => {
    // A base under way reads the database; the last commits come when it is closed.
    await archive?.endBase();
    try {
      await store.close();
    } finally {
      await archive?.stop();
    }
  };
}
