/**
 * The folder of an archive: bases (backups, each a folder), segments of the history, and folders of the stored files that a
 * segment names. One sequence numbers all of them: everything after the start of base 7 is in segments from 7 on.
 */
import { open, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { hasNoSync } from "../../preflight/folders.mjs";
import { BackupError, readManifest } from "../backup-manifest.ts";

const KINDS = ["base", "journal", "files"] as const;
type Kind = (typeof KINDS)[number];

/** Numbers in ascending order. */
export type ArchiveContent = Record<Kind, number[]> & {
  /** Of incomplete bases; draftOf has their names. */
  readonly drafts: number[];
};

const DAY = 24 * 3600 * 1000;

export function nameOf(kind: Kind, number: number): string {
  return `${kind}-${String(number).padStart(8, "0")}`;
}

export function draftOf(base: number): string {
  return `${nameOf("base", base)}.part`;
}

/** @throws Error of the file system */
export async function listArchive(folder: string): Promise<ArchiveContent> {
  const content: ArchiveContent = {
    base: [],
    journal: [],
    files: [],
    drafts: [],
  };
  for (const name of (await readdir(folder)).sort()) {
    const [, kind, number, rest] =
      /^(base|journal|files)-(\d{8})(\.part)?$/.exec(name) ?? [];
    if (kind === undefined) continue;
    if (rest === undefined) content[kind as Kind].push(Number(number));
    else content.drafts.push(Number(number));
  }
  return content;
}

/** When a base was complete, in ms; null for an incomplete one. */
export async function timeOfBase(base: string): Promise<number | null> {
  try {
    return Date.parse((await readManifest(base)).made);
  } catch (error) {
    if (error instanceof BackupError) return null;
    throw error;
  }
}

/** Makes names in a folder survive a power failure. */
export async function syncNames(folder: string): Promise<void> {
  // Windows has no such call and needs none.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (!hasNoSync(error)) throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Removes what is not needed to go back `days` days: everything before the newest base that is older than that. The newest base
 * always stays. The time is taken as at most two days after the newest base, because there is one a day. So a clock that is
 * ahead does not make everything old.
 */
export async function removeOld(
  folder: string,
  days: number,
  now: number,
): Promise<void> {
  const content = await listArchive(folder);
  const newestFirst = [...content.base].reverse();
  let oldest: number | undefined;
  let today: number | null = null;
  for (const number of newestFirst) {
    oldest = number;
    const made = await timeOfBase(path.join(folder, nameOf("base", number)));
    if (made === null) continue;
    today ??= Math.min(now, made + 2 * DAY);
    if (made <= today - days * DAY) break;
  }
  if (oldest === undefined) return;
  for (const kind of KINDS)
    for (const number of content[kind])
      if (number < oldest) {
        const name = path.join(folder, nameOf(kind, number));
        await rm(name, { recursive: true, force: true });
      }
}
