/** A project in a temporary folder, and the unmodified official CLI, which runs in it against an engine. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { TestEngine } from "../open-engine.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const CLI = join(ROOT, "node_modules", "convex", "bin", "main.js");
export type CliProject = Awaited<ReturnType<typeof openCliProject>>;

type Ended = {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
};

export async function openCliProject(
  engine: TestEngine,
  files: Record<string, string>,
) {
  const folder = await mkdtemp(join(tmpdir(), "engine-cli-"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const write = async (path: string, text: string) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  await write(
    "package.json",
    '{"type":"module","dependencies":{"convex":"*"}}',
  );
  for (const [path, text] of Object.entries(files)) await write(path, text);
  const convex = (...args: string[]) => run(engine, folder, args);
  return {
    folder,
    write,
    convex,
    deploy: (...args: string[]) =>
      convex("deploy", "--yes", "--typecheck", "disable", ...args),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function run(engine: TestEngine, folder: string, args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      HOME: folder,
      CI: "1",
      CONVEX_VERSION_API_ORIGIN: engine.url,
      CONVEX_SELF_HOSTED_URL: engine.url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: engine.adminKey,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise<Ended>((resolve) =>
    child.once("close", (code) => resolve({ code, out, err })),
  );
}
