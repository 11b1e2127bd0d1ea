/** Starts child-writer.ts and reads its output. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

export type ChildOptions = {
  readonly logPages?: number;
  /** Commits moved into the database together. Few by default, so that there are many moves. */
  readonly keptCommits?: number;
  /** Bytes of a journal file. Small by default, so that the files alternate every few commits. */
  readonly journalSize?: number;
  readonly leaveAfter?: number;
};

/** Log pages: moved into the file every few commits, or not at all during a test. */
const SHORT_LOG = 64;
export const LONG_LOG = 1_000_000;
const SHORT_JOURNAL = 64 << 10;
/** Large enough for everything that a child writes during a test. */
export const LONG_JOURNAL = 64 << 20;

/** @param mode `hold`, or the number of the first pair. @param leaveAfter pairs after which it exits without closing */
export function startChild(
  folder: string,
  mode: string,
  {
    logPages = SHORT_LOG,
    keptCommits = 8,
    journalSize = SHORT_JOURNAL,
    leaveAfter,
  }: ChildOptions = {},
) {
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
    /** Resolves at this many lines. Rejects with its stderr when it ends before. */
    printed: (count: number) =>
      new Promise<void>((resolve, reject) => {
        wake = () => {
          if (lines.length >= count) resolve();
        };
        void ended.then(() => reject(new Error(complaint)));
        wake();
      }),
  };
}
