/** An engine as a child process on a data folder: start, kill -9, stop, start again. Deploying is in deploy.ts. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "../../preflight/supported-node.mjs";
import { buildEngine } from "../../build/program.mjs";
import { freePort } from "../../tests/free-port.ts";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));
export const ADMIN_KEY = "bench|0123456789abcdef0123456789abcdef";

export type EngineOptions = {
  /** Data folder; created if missing. */
  readonly data: string;
  /** CPU to pin it to; default none. */
  readonly cpu?: number;
  /** Size limit for each file, in blocks of 512 bytes. Above it the disk looks full to this process. */
  readonly fileBlocks?: number;
  /** More arguments for Node, e.g. `--cpu-prof`. */
  readonly nodeArgs?: readonly string[];
  /** More arguments for the engine. */
  readonly args?: readonly string[];
  /** Whether X-Forwarded-For names the caller. */
  readonly behindProxy?: boolean;
  /** Its site origin; default its address. */
  readonly siteOrigin?: string;
  /** Variables for the functions that are not stored. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Ports to use; default free ones. */
  readonly ports?: { readonly api: number; readonly site: number };
};

export type Exit = {
  readonly code: number | null;
  readonly signal: string | null;
  /** Everything it wrote to stdout and stderr. */
  readonly output: string;
};

export type EngineProcess = {
  readonly pid: number;
  readonly port: number;
  readonly sitePort: number;
  /** Origin of the API. */
  readonly url: string;
  /** Resolves when it serves. @throws Error with its output when it ends instead */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone, for whatever reason. */
  readonly gone: Promise<Exit>;
  /** kill -9; resolves when the process is gone. */
  readonly kill: () => Promise<Exit>;
  /** Sends SIGTERM, the graceful way. */
  readonly stop: () => Promise<Exit>;
};

/** Starts an engine and returns at once. */
export async function spawnEngine(options: EngineOptions) {
  const { api, site } = options.ports ?? {
    api: await freePort(),
    site: await freePort(),
  };
  const node = [
    process.execPath,
    ...NODE_FLAGS,
    ...(options.nodeArgs ?? []),
    await program(),
    ...["--data", options.data],
    ...["--port", String(api), "--site-port", String(site)],
    ...["--admin-key", ADMIN_KEY],
    ...(options.siteOrigin ? ["--site-origin", options.siteOrigin] : []),
    ...(options.behindProxy ? ["--behind-proxy"] : []),
    ...(options.args ?? []),
  ];
  const command = [
    ...(options.cpu === undefined ? [] : ["taskset", "-c", `${options.cpu}`]),
    ...(options.fileBlocks === undefined
      ? []
      : ["sh", "-c", `ulimit -f ${options.fileBlocks}; exec "$@"`, "sh"]),
    ...node,
  ];
  const { variables } = options;
  const child = spawn(command[0] ?? "", command.slice(1), {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...(variables && { ENGINE_VARIABLES: JSON.stringify(variables) }),
    },
  });
  const { ready, gone } = follow(child);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return {
    pid: child.pid ?? 0,
    port: api,
    sitePort: site,
    url: `http://127.0.0.1:${api}`,
    ready,
    gone,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

let built: Promise<string> | undefined;

/** The program as production runs it. For a patched copy, the sources. */
async function program(): Promise<string> {
  const node = { command: process.execPath };
  built ??= buildEngine(REPOSITORY, node, console.log);
  return join(REPOSITORY, await built);
}

/** Starts an engine and waits until it serves. @throws Error with its output when it ends instead. */
export async function startEngine(options: EngineOptions) {
  const engine = await spawnEngine(options);
  await engine.ready;
  return engine;
}

function follow(child: ChildProcess): Pick<EngineProcess, "ready" | "gone"> {
  const ready = Promise.withResolvers<void>();
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    if (/^ready /m.test(output)) ready.resolve();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const gone = new Promise<Exit>((resolve) => {
    child.on("error", (error) =>
      resolve({ code: null, signal: null, output: String(error) }),
    );
    // Only at "close", not at "exit", has all output arrived.
    child.on("close", (code, signal) => resolve({ code, signal, output }));
  });
  void gone.then((exit) =>
    ready.reject(new Error(`The engine ended: ${JSON.stringify(exit)}`)),
  );
  // Not everybody waits for it.
  ready.promise.catch(() => undefined);
  return { ready: ready.promise, gone };
}
