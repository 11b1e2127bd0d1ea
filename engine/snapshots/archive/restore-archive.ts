/**
 * Restores a data folder from an archive (archiver.ts), as of any time that it covers. Checks everything, uses nothing after a
 * gap, and reports what was reached. Nothing is visible before it is complete.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { makeFolder, syncFolder } from "../../preflight/folders.mjs";
import type { Timestamp } from "../../values/json.ts";
import { moveInto, mustBeEmpty, openOnce } from "../backup.ts";
import {
  BackupError,
  copyFile,
  type Manifest,
  readManifest,
} from "../backup-manifest.ts";
import { copyChecked } from "../restore.ts";
import { listArchive, nameOf } from "./archive-folder.ts";
import { historyAfter } from "./history.ts";
import { Replay } from "./replay.ts";
import type { SegmentChange } from "./segment.ts";

export type Restored = {
  readonly base: string;
  /** Everything up to here is restored, and nothing younger. */
  readonly reached: Timestamp;
  /** First commit in the archive that is not restored; null when there is none. */
  readonly next: Timestamp | null;
  readonly commits: number;
  /** What is missing or damaged, a sentence each without a full stop. */
  readonly troubles: readonly string[];
  /** Names of lost stored files. */
  readonly missing: readonly string[];
};

/** Whether a folder is an archive. */
export async function isArchive(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const { base, journal } = await listArchive(folder);
  return base.length + journal.length > 0;
}

/**
 * @param data a folder that does not exist or is empty
 * @param until nothing younger is restored; null: everything
 * @throws BackupError, StorageError; there is no data folder then
 */
export async function restoreArchive(
  from: string,
  data: string,
  until: Timestamp | null,
): Promise<Restored> {
  await mustBeEmpty(data);
  makeFolder(path.dirname(path.resolve(data)));
  const draft = `${path.resolve(data)}.part`;
  try {
    const { base, manifest, troubles } = await copyBase(from, draft, until);
    const played = await play(from, base, manifest, draft, until);
    const state = await openOnce(draft);
    const missing = await copyFiles(from, base, draft, state.files);
    await rm(path.join(draft, "engine.lock"), { force: true });
    syncFolder(path.join(draft, "files"));
    await moveInto(draft, data);
    return {
      ...played,
      base: nameOf("base", base),
      troubles: [...troubles, ...played.troubles],
      missing,
    };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

type Base = Required<Pick<Manifest, "position" | "ts">>;

/** The newest intact base before a time. */
async function copyBase(from: string, draft: string, until: Timestamp | null) {
  const troubles: string[] = [];
  let earliest: Timestamp | null = null;
  const newestFirst = (await listArchive(from)).base.reverse();
  for (const base of newestFirst) {
    const folder = path.join(from, nameOf("base", base));
    await rm(draft, { recursive: true, force: true });
    await mkdir(path.join(draft, "files"), { recursive: true, mode: 0o700 });
    try {
      const manifest = await readManifest(folder);
      const { position, ts } = manifest;
      if (position === undefined || ts === undefined)
        throw new BackupError(`${folder} does not say what follows it`);
      earliest = ts;
      if (until !== null && ts > until) continue;
      // A base made at exactly this commit may include an import that came right after it.
      if (ts === until && base !== newestFirst.at(-1)) continue;
      await copyChecked(manifest, folder, draft);
      return { base, manifest: { position, ts }, troubles };
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      troubles.push(error.message.replace(/\.$/, ""));
    }
  }
  throw new BackupError(
    [
      earliest === null
        ? `There is no complete base in ${from}.`
        : `${from} goes back to ${isoTime(earliest)} and no further.`,
      ...troubles,
    ].join(" "),
  );
}

/** Replays what happened after a base, as far as it is known without a gap. */
async function play(
  from: string,
  base: number,
  { position, ts }: Base,
  draft: string,
  until: Timestamp | null,
): Promise<Pick<Restored, "reached" | "next" | "commits" | "troubles">> {
  const { journal } = await listArchive(from);
  const numbers = journal.filter((number) => number > base);
  const replay = new Replay(draft);
  let reached = ts;
  let next: Timestamp | null = null;
  let commits = 0;
  /** Of incomplete segments; nothing is lost if the next one continues there. */
  let cuts: string[] = [];
  const ends: string[] = [];
  /** Changes have no time: each takes that of the first record written after it. */
  const held: SegmentChange[] = [];
  const catchUp = (catalog: number): boolean => {
    for (let one = held[0]; one && one.catalog <= catalog; one = held[0]) {
      held.shift();
      if (replay.change(one.catalog, one.request)) continue;
      ends.push("tables were changed in a way that only a later base includes");
      return false;
    }
    return true;
  };
  let isStopped = false;
  try {
    for await (const step of historyAfter(from, numbers, position)) {
      if (step.kind === "cut") cuts.push(step.why);
      else if (step.kind === "end") ends.push(...cuts.splice(0), step.why);
      else if (step.kind === "change") held.push(step.change);
      else {
        const { record } = step;
        cuts = [];
        next = record.firstTs;
        isStopped =
          (until !== null && record.ts > until) || !catchUp(record.catalog);
        if (isStopped) break;
        isStopped = !replay.record(record);
        if (isStopped) {
          ends.push(`record ${record.sequence} is for tables that are missing`);
          break;
        }
        reached = record.ts;
        next = null;
        commits += record.commits;
      }
    }
    if (until === null && !isStopped) catchUp(Infinity);
  } finally {
    replay.close();
  }
  return { reached, next, commits, troubles: [...cuts, ...ends] };
}

/**
 * Copies stored files that came after the base, and removes those no longer stored.
 * @returns names of lost files
 */
async function copyFiles(
  from: string,
  base: number,
  draft: string,
  wanted: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  const files = path.join(draft, "files");
  const present = new Set(await readdir(files));
  for (const name of present)
    if (!wanted.has(name)) await rm(path.join(files, name));
  const content = await listArchive(from);
  const folders = content.files
    .filter((number) => number > base)
    .map((number) => path.join(from, nameOf("files", number)));
  const missing: string[] = [];
  for (const [key, sha256] of wanted) {
    if (present.has(key)) continue;
    const sources = folders.map((folder) => path.join(folder, key));
    const to = path.join(files, key);
    let isThere = false;
    for (const source of sources.filter((one) => existsSync(one))) {
      const copied = await copyFile(source, to);
      isThere = sha256 === null || copied.sha256 === sha256;
      if (isThere) break;
      await rm(to);
    }
    if (!isThere) missing.push(key);
  }
  return missing;
}

/** To the millisecond, rounded down. */
function isoTime(ts: Timestamp): string {
  return new Date(Math.floor(ts / 1000)).toISOString();
}
