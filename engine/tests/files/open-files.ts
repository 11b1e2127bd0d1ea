/** File storage over a real database in a temporary folder, with a clock that tests control. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileFolder } from "../../files/disk.ts";
import { Files } from "../../files/files.ts";
import { Sweeper } from "../../files/sweeper.ts";
import { FILE_TABLES } from "../../files/file-tables.ts";
import type { Follower } from "../../storage/journal/follower.ts";
import { openStore } from "../../storage/store.ts";
import { openDatabase } from "../../transactions/database.ts";

export type OpenFiles = Awaited<ReturnType<typeof openFiles>>;

/** @param folder to open again; default a new one. @param follow receives what is written. */
export async function openFiles(folder?: string, follow?: Follower) {
  const path = folder ?? (await mkdtemp(join(tmpdir(), "engine-files-")));
  const store = openStore({ folder: path, ...(follow && { follow }) });
  await store.changeCatalog({ tables: FILE_TABLES });
  const database = openDatabase(store);
  const contents = new FileFolder(join(path, "files"));
  await contents.open();
  const clock = { now: Date.UTC(2026, 10, 21) };
  const errors: unknown[] = [];
  const now = () => clock.now;
  const logError = (_: string, error: unknown) => void errors.push(error);
  const { catalog } = store;
  const sweeper = new Sweeper({
    database,
    catalog,
    folder: contents,
    now,
    logError,
  });
  const files = new Files({
    database,
    catalog,
    folder: contents,
    sweeper,
    secret: Buffer.alloc(32, 7),
    apiOrigin: "http://localhost:3210",
    uploadLimit: 1000,
    now,
  });
  const own = files.of("");
  sweeper.start();
  return {
    path,
    filesPath: join(path, "files"),
    store,
    contents,
    files,
    /** The app's own files. */
    own,
    sweeper,
    database,
    clock,
    errors,
    /** Posts to a new upload URL, or with the given token. */
    upload: (
      text: string,
      options: { token?: string; type?: string; digest?: string } = {},
    ) =>
      files.receive({
        token: options.token ?? tokenOf(own.generateUploadUrl()),
        contentType: options.type ?? null,
        digest: options.digest ?? null,
        body: chunks(text),
      }),
    urlOf: (storageId: string) => own.getUrl(database.begin(), storageId),
    delete: (storageId: string) =>
      database.runMutation((transaction) => {
        own.delete(transaction, storageId);
        return Promise.resolve({ value: null });
      }),
    async close(options: { keep?: boolean } = {}) {
      await sweeper.stop();
      await store.close();
      if (!options.keep) await rm(path, { recursive: true, force: true });
    },
  };
}

export const tokenOf = (uploadUrl: string) =>
  new URL(uploadUrl).searchParams.get("token") ?? "";
export const keyOf = (url: string | null) =>
  (url ?? "").split("/").at(-1) ?? "";

async function* chunks(text: string) {
  for (let at = 0; at < text.length; at += 100) {
    // Each piece arrives separately, as from a socket.
    await new Promise((resolve) => setImmediate(resolve));
    yield Buffer.from(text.slice(at, at + 100));
  }
}
