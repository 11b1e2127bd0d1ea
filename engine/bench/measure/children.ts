/** Child processes of the bench: started on one CPU, ended by their own ids. */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Servers run on SERVER_CPU, the client (this process) on CLIENT_CPU. */
export const SERVER_CPU = 0;
export const CLIENT_CPU = 1;

export type Child = {
  readonly pid: number;
  /** The first line it printed. */
  readonly firstLine: string;
  /** Ends it and waits until it is gone. Immediate, unless it must end children of its own. */
  readonly stop: (signal?: "SIGKILL" | "SIGTERM") => Promise<void>;
};

/** Runs a file of servers/ on the servers' CPU until its first line. @throws Error with its stderr when it ends before */
export async function startPinned(
  file: string,
  args: readonly string[],
): Promise<Child> {
  const path = fileURLToPath(new URL(`../servers/${file}`, import.meta.url));
  const child = spawn(
    "taskset",
    [
      "-c",
      String(SERVER_CPU),
      process.execPath,
      "--no-warnings",
      path,
      ...args,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const firstLine = await firstLineOf(child, file);
  return {
    pid: child.pid ?? 0,
    firstLine,
    stop: (signal = "SIGKILL") => stopChild(child, signal),
  };
}

/** Port from a line `ready <port>`. */
export const portOf = (child: Child) => Number(child.firstLine.split(" ")[1]);

const firstLineOf = (child: ChildProcess, name: string) =>
  new Promise<string>((resolve, reject) => {
    let complaints = "";
    child.stderr?.on(
      "data",
      (chunk: Buffer) => (complaints += chunk.toString()),
    );
    child.on("error", reject);
    child.on("exit", (code) =>
      reject(new Error(`${name} ended with ${code}: ${complaints}`)),
    );
    if (child.stdout)
      createInterface({ input: child.stdout }).once("line", resolve);
  });

function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
