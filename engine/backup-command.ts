/** The commands `backup` and `restore`: read the options, run, and report. */
import { parseArgs } from "node:util";
import { Fault } from "./fault.ts";
import type { Restored } from "./snapshots/archive/restore-archive.ts";
import type { Timestamp } from "./values/json.ts";

const USAGE = {
  backup: "Usage: engine backup --data DIR --to NEW_DIR",
  restore:
    "Usage: engine restore --from BACKUP_OR_ARCHIVE_DIR --data NEW_DIR [--to-time 2026-11-22T18:30:00Z|MS]",
};

export type BackupCommand = keyof typeof USAGE;

export function isBackupCommand(
  word: string | undefined,
): word is BackupCommand {
  return word !== undefined && Object.hasOwn(USAGE, word);
}

/**
 * @param args without node, script and command
 * @returns lines for the operator; the first one reports success
 * @throws Fault "usage" or "backup"
 */
export async function runBackupCommand(
  command: BackupCommand,
  args: readonly string[],
): Promise<string[]> {
  const { data, other, until } = read(command, args);
  // Only now: these imports load the database driver, which an old Node cannot.
  const { makeBackup } = await import("./snapshots/backup.ts");
  const { restoreBackup } = await import("./snapshots/restore.ts");
  const archive = await import("./snapshots/archive/restore-archive.ts");
  try {
    if (command === "restore" && (await archive.isArchive(other)))
      return linesOf(await archive.restoreArchive(other, data, until), data);
    if (until !== null)
      throw new Error(`${other} is not an archive: it holds only one moment.`);
    const { files, missing } =
      command === "backup"
        ? await makeBackup(data, other)
        : await restoreBackup(other, data);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return [
      command === "backup"
        ? `backed up ${data} to ${other}: ${files.length} files, ${bytes} bytes`
        : `restored ${other} to ${data}: ${files.length} files, ${bytes} bytes, all unchanged`,
      ...missing.map(
        (key) => `warning: the stored file ${key} was already lost`,
      ),
    ];
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Fault("backup", message, { cause });
  }
}

function linesOf(restored: Restored, data: string): string[] {
  const { base, reached, next, commits, troubles, missing } = restored;
  const time = (ts: Timestamp) => new Date(Math.floor(ts / 1000)).toISOString();
  return [
    `restored ${data} as of ${time(reached)}: ${base} and the ${commits} commits after it`,
    next === null
      ? "this is the newest commit that the archive can restore"
      : `the next commit in the archive is from ${time(next)}`,
    ...troubles.map(
      (trouble) => `warning: ${trouble}; nothing after that was restored`,
    ),
    ...missing.map((key) => `warning: the stored file ${key} is lost`),
  ];
}

function read(command: BackupCommand, args: readonly string[]) {
  const text = { type: "string" } as const;
  const second = command === "backup" ? "to" : "from";
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: text,
        [second]: text,
        ...(command === "restore" && { "to-time": text }),
      },
    }) as { values: Record<string, string | undefined> };
    const { data, [second]: other, "to-time": time } = values;
    if (!data || !other)
      throw new Error(`--${data ? second : "data"} is missing`);
    return { data, other, until: time ? timestampOf(time) : null };
  } catch (error) {
    const mistake = error instanceof Error ? error.message : String(error);
    throw new Fault("usage", `${mistake}\n${USAGE[command]}`);
  }
}

function isoDay(ms: number): string | null {
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 10);
}

/** The end of the given millisecond. @throws Error unless it is a time with its zone, or milliseconds since the epoch */
function timestampOf(text: string): Timestamp {
  const isNumber = /^\d{12,13}$/.test(text);
  const [, day] =
    /^(\d{4}-\d\d-\d\d)T[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  // Date.parse turns 30 February into 2 March.
  const isDay = day !== undefined && isoDay(Date.parse(day)) === day;
  const ms = isNumber ? Number(text) : isDay ? Date.parse(text) : NaN;
  if (Number.isNaN(ms))
    throw new Error(
      `--to-time must be a time with its zone, such as 2026-11-22T18:30:00Z, or milliseconds since the epoch, not "${text}"`,
    );
  return ms * 1000 + 999;
}
