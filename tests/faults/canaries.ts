/**
 * Copies of the engine with one safety taken out each. A fault test that such an engine passes is worth nothing; the
 * tests of canaries.test.ts prove that none does. A change of the engine's text that a patch no longer fits fails them.
 */
import { rmSync } from "node:fs";
import {
  copyPatched,
  makeWorkFolder,
  type Patch,
} from "../bench/engine/work-folder.ts";

/** Answers without waiting for the disk, and the disk is told a little later. */
const acknowledgesEarly: readonly Patch[] = [
  {
    file: "storage/committer.ts",
    from: "    if (ts <= this.#durableTs) return;",
    to: "    if (ts > 0) return;",
  },
  {
    file: "storage/committer.ts",
    from: "queueMicrotask(() => this.#send())",
    to: "setTimeout(() => this.#send(), 10)",
  },
];

/** Does not remember which requests it has answered. */
const forgetsAnswers: readonly Patch[] = [
  {
    file: "storage/store.ts",
    from: "  answered(sessionId: string, requestId: number): AnsweredRequest | null {",
    to: "  answered(sessionId: string, requestId: number): AnsweredRequest | null {\n    if (requestId >= 0) return null;",
  },
];

/** Lets transactions commit whatever has changed since they read. */
const commitsBlindly: readonly Patch[] = [
  {
    file: "transactions/transaction.ts",
    from: "this.reads.overlaps(commit)",
    to: "commit === null",
  },
];

/** Acknowledges what is not synced. */
const skipsSync: readonly Patch[] = [
  {
    file: "storage/journal/journal.ts",
    from: "await sync(this.#current.descriptor);",
    to: "await Promise.resolve();",
  },
];

/** Reads back what a power cut left of a record. */
const trustsRecords: readonly Patch[] = [
  {
    file: "storage/journal/record.ts",
    from: "!== crc) return null;",
    to: "< 0) return null;",
  },
];

/** Uses a file of the journal again whether the database has its commits or not. */
const reusesJournal: readonly Patch[] = [
  {
    file: "storage/journal/journal.ts",
    from: "this.#other.lastTs <= inDatabase",
    to: "inDatabase >= 0",
  },
];

/** Asks again when a sync has failed, and believes the answer. */
const believesSync: readonly Patch[] = [
  {
    file: "storage/journal/journal.ts",
    from: "await sync(this.#current.descriptor);",
    to: "await sync(this.#current.descriptor).catch(() => sync(this.#current.descriptor));",
  },
];

/** Ends without moving into the database what only the journal has, and removes the journal. */
const forgetsJournal: readonly Patch[] = [
  {
    file: "storage/store.ts",
    from: "isWhole = await this.#committer.close();",
    to: "isWhole = true;",
  },
];

/** Takes commits for being in the database that it has not synced. */
const trustsDatabase: readonly Patch[] = [
  {
    file: "storage/sqlite.ts",
    from: "synchronous = FULL",
    to: "synchronous = NORMAL",
  },
  {
    file: "storage/sqlite.ts",
    from: "const SYNCHRONOUS_FULL = 2",
    to: "const SYNCHRONOUS_FULL = 1",
  },
];

/** Takes no lock of its folder. */
const sharesFolder: readonly Patch[] = [
  {
    file: "storage/lock.ts",
    from: 'connection.exec("BEGIN EXCLUSIVE");',
    to: "",
  },
];

/** Trusts what it reads. */
const trustsDisk: readonly Patch[] = [
  {
    file: "storage/checksums.ts",
    from: "if (sum !== sumOfDocument(table, body))",
    to: "if (sum === undefined)",
  },
];

export const canaries = {
  acknowledgesEarly,
  forgetsAnswers,
  commitsBlindly,
  skipsSync,
  trustsRecords,
  reusesJournal,
  forgetsJournal,
  trustsDatabase,
  believesSync,
  sharesFolder,
  trustsDisk,
} as const;

/** Makes the copy. @throws Error when the engine's text is no longer what the patch expects */
export function makeCanary(name: keyof typeof canaries) {
  const root = makeWorkFolder("canary");
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    copyPatched("engine", root, canaries[name]);
  } catch (error) {
    remove();
    throw error;
  }
  return { root, remove };
}

/** Makes the copy, hands out its folder and removes it afterwards. */
export async function withCanary(
  name: keyof typeof canaries,
  use: (root: string) => Promise<void>,
): Promise<void> {
  const { root, remove } = makeCanary(name);
  try {
    await use(root);
  } finally {
    remove();
  }
}
