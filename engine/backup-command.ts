/** `backup` and `restore` on the engine's command line: reads the options, does it, says so. */
import { parseArgs } from "node:util";
import { Fault } from "./fault.ts";

const USAGE = {
  backup: "Usage: engine backup --data DIR --to NEW_DIR",
  restore: "Usage: engine restore --from BACKUP_DIR --data NEW_DIR",
};

export type BackupCommand = keyof typeof USAGE;

export function isBackupCommand(
  word: string | undefined,
): word is BackupCommand {
  return word !== undefined && Object.hasOwn(USAGE, word);
}

/**
 * @param args without node, script and the command itself
 * @returns what to tell the operator, a line each; the first one that it is done
 * @throws Fault "usage" or "backup"
 */
export async function runBackupCommand(
  command: BackupCommand,
  args: readonly string[],
): Promise<string[]> {
  const { data, other } = read(command, args);
  // Only now: they load the driver of the database, which an old Node cannot.
  const { makeBackup } = await import("./snapshots/backup.ts");
  const { restoreBackup } = await import("./snapshots/restore.ts");
  try {
    const { files, missing } =
      command === "backup"
        ? await makeBackup(data, other)
        : await restoreBackup(other, data);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return [
      command === "backup"
        ? `backed up ${data} to ${other}: ${files.length} files, ${bytes} bytes`
        : `restored ${other} to ${data}: ${files.length} files, ${bytes} bytes, all of them as they were`,
      ...missing.map(
        (key) => `warning: the stored file ${key} was lost before`,
      ),
    ];
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Fault("backup", message, { cause });
  }
}

function read(command: BackupCommand, args: readonly string[]) {
  const text = { type: "string" } as const;
  const second = command === "backup" ? "to" : "from";
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { data: text, [second]: text },
    }) as { values: Record<string, string | undefined> };
    const { data, [second]: other } = values;
    if (!data || !other)
      throw new Error(`--${data ? second : "data"} is missing`);
    return { data, other };
  } catch (error) {
    const mistake = error instanceof Error ? error.message : String(error);
    throw new Fault("usage", `${mistake}\n${USAGE[command]}`);
  }
}
