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

/** Does not record that a scan came to the end of its range: what is inserted there later was not read. */
const forgetsRangeEnds: readonly Patch[] = [
  {
    file: "transactions/document-scan.ts",
    from: "      read.upper = upper;\n",
    to: "",
  },
];

/** Tells live queries of a commit before anybody can read it, and not again. */
const announcesEarly: readonly Patch[] = [
  {
    file: "transactions/database.ts",
    from: "      const ts = this.commit(transaction, request);\n",
    to: `      const news = { ts: this.lastTs, ids: new Set<string>(), keys: new Map(), all: true as const };
      for (const listener of this.#listeners) listener(news);
      for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
      const ts = this.commit(transaction, request);\n`,
  },
  {
    file: "transactions/database.ts",
    from: "    for (const listener of this.#listeners) listener(writeSet);\n  }",
    to: "    if (isWithdrawal) for (const listener of this.#listeners) listener(writeSet);\n  }",
  },
];

/** Keeps only the first index of a table. */
const skipsIndex: readonly Patch[] = [
  {
    file: "storage/write-set.ts",
    from: "of indexes) {",
    to: "of indexes.slice(0, 1)) {",
  },
];

/** Tells nobody what holds once the disk has refused something else. */
const keepsToItself: readonly Patch[] = [
  {
    file: "reactivity/query-cache.ts",
    from: "return changed || !wasTold;",
    to: "return changed;",
  },
];

/** Takes messages however deep they are nested. */
const ignoresDepth: readonly Patch[] = [
  {
    file: "sync/messages.ts",
    from: 'if (isTooDeep(fields)) throw new MalformedMessage("nested too deep");',
    to: "void isTooDeep;",
  },
];

/** Writes that a scheduled mutation has ended in another transaction than its effects. */
const repeatsMutations: readonly Patch[] = [
  {
    file: "scheduler/scheduled-function-executor.ts",
    from: '          { kind: "success" },\n          clock.now(),',
    to: '          { kind: "pending" },\n          clock.now(),',
  },
  {
    file: "scheduler/scheduled-function-executor.ts",
    from: "if (!outcome.ok) await this.#end(job.id, failed(outcome));",
    to: 'await this.#end(job.id, outcome.ok ? { kind: "success" } : failed(outcome));',
  },
];

/** Begins actions again that were interrupted. */
const repeatsActions: readonly Patch[] = [
  {
    file: "scheduler/scheduled-function-executor.ts",
    from: 'const failed: JobState = { kind: "failed", error: INTERRUPTED };',
    to: 'void INTERRUPTED;\n    const failed: JobState = { kind: "pending" };',
  },
];

/** Goes on writing to those who do not read. */
const feedsStalled: readonly Patch[] = [
  {
    file: "sync/connection.ts",
    from: "const CONGESTED_BYTES = 1024 * 1024;",
    to: "const CONGESTED_BYTES = 1024 * 1024 * 1024;",
  },
];

/** Writes down what is deployed before its indexes and sources are there, and its crons with the last step only. */
const deploysInSteps: readonly Patch[] = [
  {
    file: "deploy/deployment.ts",
    from: "      await store.buildCatalog(catalogOf(contents));\n",
    to: `      const early = database.begin();
      writeDeployment(early, store.catalog, row);
      await database.whenDurable(database.commit(early)!);
      await store.buildCatalog(catalogOf(contents));\n`,
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
  forgetsRangeEnds,
  announcesEarly,
  skipsIndex,
  keepsToItself,
  ignoresDepth,
  repeatsMutations,
  repeatsActions,
  feedsStalled,
  deploysInSteps,
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
