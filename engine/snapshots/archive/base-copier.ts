/** Makes bases in a separate process, so that the engine does not wait. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { programFile } from "../../preflight/program-file.mjs";
import { NODE_FLAGS } from "../../preflight/supported-node.mjs";
import { type Manifest, readManifest } from "../backup-manifest.ts";

/**
 * @param to a folder that does not exist
 * @param signal aborts it; nothing is left then
 * @throws Error with the output of the process
 */
export type CopyBase = (
  data: string,
  to: string,
  signal: AbortSignal,
) => Promise<Manifest>;

export const copyBase: CopyBase = async (data, to, signal) => {
  const program = fileURLToPath(programFile("./base-copy", import.meta.url));
  const child = fork(program, [data, to], {
    execArgv: NODE_FLAGS,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let said = "";
  child.stderr?.on("data", (text: Buffer) => (said += text.toString()));
  const end = () => void child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  try {
    const [code] = (await once(child, "close")) as [number | null];
    if (code === 0) return await readManifest(to);
  } finally {
    signal.removeEventListener("abort", end);
  }
  await rm(`${to}.part`, { recursive: true, force: true });
  throw new Error(said.trim() || "the copy was broken off");
};
