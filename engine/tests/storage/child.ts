/** Starts child-writer.ts and listens to it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

export type Child = {
  /** Lines it printed so far. */
  readonly lines: string[];
  /** Settles when it has printed so many lines; rejects with what it complained when it ends before. */
  readonly printed: (count: number) => Promise<void>;
  /** Kills it as nothing can prevent, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  /** Settles when it is gone by itself. */
  readonly left: () => Promise<void>;
};

export type ChildOptions = {
  readonly logPages?: number;
  /** Commits moved into the database together; few by default, so that there are many moves. */
  readonly keptCommits?: number;
  /** Bytes of a journal file; few by default, so that the files take turns every few commits. */
  readonly journalSize?: number;
  readonly leaveAfter?: number;
};

/** Pages of log: moved into the file every few commits, or not at all while a test lasts. */
const SHORT_LOG = 64;
export const LONG_LOG = 1_000_000;
const SHORT_JOURNAL = 64 << 10;
/** Has room for everything that a child writes while a test lasts. */
export const LONG_JOURNAL = 64 << 20;

/**
 * @param mode `hold`, or the number of the first pair to write.
 * @param leaveAfter pairs after which it leaves unclosed.
 */
export function startChild(
  folder: string,
  mode: string,
  {
    logPages = SHORT_LOG,
    keptCommits = 8,
    journalSize = SHORT_JOURNAL,
    leaveAfter,
  }: ChildOptions = {},
): Child {
  const script = path.join(import.meta.dirname, "child-writer.ts");
  const child: ChildProcess = spawn(
    process.execPath,
    [
      "--no-warnings",
      script,
      folder,
      mode,
      String(logPages),
      String(keptCommits),
      String(journalSize),
      ...(leaveAfter === undefined ? [] : [String(leaveAfter)]),
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = once(child, "close");
  const lines: string[] = [];
  let complaint = "";
  let wake: () => void = () => undefined;
  createInterface({ input: child.stdout ?? process.stdin }).on(
    "line",
    (line) => {
      lines.push(line);
      wake();
    },
  );
  child.stderr?.on("data", (text: Buffer) => (complaint += text.toString()));
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  return {
    lines,
    kill,
    left: async () => {
      await ended;
      if (child.exitCode !== 0) throw new Error(complaint);
    },
    printed: (count) =>
      new Promise((resolve, reject) => {
        wake = () => {
          if (lines.length >= count) resolve();
        };
        void ended.then(() => reject(new Error(complaint)));
        wake();
      }),
  };
}
