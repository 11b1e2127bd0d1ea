/** The engine under test, as a child or in this process, with a project pushed through the CLI's HTTP calls. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openEngine } from "../engine.ts";
import { createLog } from "../log/log.ts";
import type { DeployedBundle } from "../functions/deployed/bundle.ts";
import { CONVEX_LIMITS, type Limits } from "../sync/caller-limits.ts";
import { must } from "../values/user-error.ts";
import { freePort } from "./free-port.ts";
import { bundleFolder, bundleSources } from "./bundle.ts";
import { pushBundle } from "./push-bundle.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ADMIN_KEY = "test|0123456789abcdef0123456789abcdef";
/** Test machines are shared: hashing a password in JavaScript may take many times as long as alone. */
const USER_TIME = 20_000;

export type TestEngineOptions = {
  /** A project's folder (the one that holds `convex/`), relative to the repository. */
  readonly project?: string;
  /** Alternative: modules as text, by path relative to the functions folder. */
  readonly sources?: Record<string, string>;
  /** `child` can be killed; `inProcess` (the default) starts faster. */
  readonly mode?: "child" | "inProcess";
  /** A copy of `main.ts` outside this repository, for `child`. */
  readonly program?: string;
  /** A folder to open again; `close` keeps it. */
  readonly data?: string;
  /** Ports of the folder's previous engine, so that tokens and URLs stay valid. */
  readonly ports?: Ports;
  /** Environment variables of the deployment, set before the push. */
  readonly env?: Record<string, string>;
  /** Variables that are not stored. */
  readonly variables?: Record<string, string>;
  readonly client?: string;
  /** Time limit in ms for user code without a database call. */
  readonly userTime?: number;
  /** MiB of heap. Only for `child`. */
  readonly heap?: number;
  readonly archive?: string;
  /** As in production: clients get no details of errors. */
  readonly redactErrors?: boolean;
  /** A key that opens /metrics, besides the admin key. Only in this process. */
  readonly metricsKey?: string;
  /** Only in this process. */
  readonly limits?: Partial<Limits>;
};

export type Ports = { readonly api: number; readonly site: number };

export type TestEngine = {
  readonly url: string;
  readonly siteUrl: string;
  readonly adminKey: string;
  readonly data: string;
  readonly ports: Ports;
  /** The engine's log: its own faults, and warnings of functions. */
  readonly errors: string[];
  readonly pid: number | null;
  /** Stops gracefully and removes the folder unless it was given. */
  close(): Promise<void>;
  /** Stops gracefully and keeps the folder. */
  stop(): Promise<void>;
  /** kill -9. Only in child mode. */
  kill(): Promise<void>;
  /** Starts again on the same folder and ports, after `kill` or `close({keep: true})`. */
  restart(): Promise<TestEngine>;
  push(bundle: DeployedBundle): Promise<void>;
  setEnv(changes: Record<string, string | null>): Promise<void>;
  /** A request as admin. Throws on any status but 2xx. */
  admin(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown>;
  /** Calls a function as admin and returns its value in clean JSON. Throws the function's error. */
  run(
    path: string,
    args?: Record<string, unknown>,
    componentPath?: string,
  ): Promise<unknown>;
};

type Running = {
  readonly url: string;
  readonly siteUrl: string;
  readonly child: ChildProcess | null;
  stop(): Promise<void>;
};

export async function openTestEngine(options: TestEngineOptions = {}) {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), "engine-test-")));
  const errors: string[] = [];
  const ports = options.ports ?? {
    api: await freePort(),
    site: await freePort(),
  };
  const running =
    options.mode === "child"
      ? await startChild(options, ports, data, errors)
      : await startHere(options, ports, data, errors);
  const engine = testEngine(options, data, running, errors);
  try {
    if (options.env !== undefined) await engine.setEnv(options.env);
    const bundle = await bundleOf(options);
    if (bundle !== null) await engine.push(bundle);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

async function bundleOf({ project, sources }: TestEngineOptions) {
  if (project !== undefined)
    return await bundleFolder(join(ROOT, project, "convex"));
  return sources === undefined ? null : await bundleSources(sources, ROOT);
}

function testEngine(
  options: TestEngineOptions,
  data: string,
  running: Running,
  errors: string[],
): TestEngine {
  const { url, siteUrl, child } = running;
  const ports = { api: portOf(url), site: portOf(siteUrl) };
  const admin: TestEngine["admin"] = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Convex ${ADMIN_KEY}`,
        "Content-Type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  return {
    url,
    siteUrl,
    adminKey: ADMIN_KEY,
    data,
    ports,
    errors,
    pid: child?.pid ?? null,
    admin,
    push: (bundle) =>
      pushBundle(ADMIN_KEY, bundle, (path, body) => admin("POST", path, body)),
    setEnv: async (changes) => {
      await admin("POST", "/api/update_environment_variables", {
        changes: Object.entries(changes).map(([name, value]) => ({
          name,
          value,
        })),
      });
    },
    run: async (path, args = {}, componentPath) => {
      const body = { path, args, componentPath, format: "json" };
      const answer = (await admin("POST", "/api/function", body)) as {
        status: string;
        value: unknown;
        errorMessage?: string;
      };
      if (answer.status === "success") return answer.value;
      throw new Error(answer.errorMessage);
    },
    stop: () => running.stop(),
    async close() {
      await running.stop();
      if (options.data === undefined)
        await rm(data, { recursive: true, force: true });
    },
    async kill() {
      const victim = must(child, "only a child can be killed");
      const gone = new Promise((resolve) => victim.once("exit", resolve));
      victim.kill("SIGKILL");
      await gone;
    },
    async restart() {
      const { project, sources, env, ...rest } = options;
      const next = await openTestEngine({ ...rest, data, ports });
      if (options.data !== undefined) return next;
      const close = async () => {
        await next.close();
        await rm(data, { recursive: true, force: true });
      };
      return { ...next, close };
    },
  };
}

async function startHere(
  options: TestEngineOptions,
  ports: Ports,
  data: string,
  errors: string[],
): Promise<Running> {
  const engine = await openEngine({
    data,
    host: "127.0.0.1",
    port: ports.api,
    sitePort: ports.site,
    adminKey: ADMIN_KEY,
    metricsKey: options.metricsKey ?? null,
    variables: options.variables ?? {},
    client: options.client ?? null,
    pageHeads: null,
    origin: null,
    siteOrigin: null,
    behindProxy: false,
    redactErrors: options.redactErrors ?? false,
    userTime: options.userTime ?? USER_TIME,
    allowedOrigins: ["*"],
    limits: { ...CONVEX_LIMITS, ...options.limits },
    archive: options.archive ?? null,
    logFormat: "text",
    logLevel: "warn",
    log: createLog("text", "warn", (line) => void errors.push(line)),
  });
  const { url, siteUrl } = engine;
  return { url, siteUrl, child: null, stop: () => engine.close() };
}

async function startChild(
  options: TestEngineOptions,
  ports: Ports,
  data: string,
  errors: string[],
): Promise<Running> {
  const { client, heap } = options;
  const child = spawn(
    process.execPath,
    [
      "--experimental-vm-modules",
      "--no-warnings",
      ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`]),
      options.program ?? join(ROOT, "engine", "main.ts"),
      ...["--data", data],
      ...["--port", String(ports.api)],
      ...["--site-port", String(ports.site)],
      ...["--user-time", String(options.userTime ?? USER_TIME)],
      ...(client === undefined ? [] : ["--client", client]),
      ...(options.redactErrors === true ? ["--redact-errors"] : []),
      ...(options.archive === undefined ? [] : ["--archive", options.archive]),
    ],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        ENGINE_ADMIN_KEY: ADMIN_KEY,
        ENGINE_VARIABLES: JSON.stringify(options.variables ?? {}),
      },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    },
  );
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors.push(text);
  });
  const exited = new Promise<number | null>((resolve) =>
    child.once("exit", resolve),
  );
  const ready = await new Promise<{ url: string; siteUrl: string }>(
    (resolve, reject) => {
      child.once("message", (message) => {
        const { ready, fault } = message as {
          ready?: Running;
          fault?: { message: string };
        };
        if (ready) resolve(ready);
        else errors.push(String(fault?.message));
      });
      child.once("exit", (code) =>
        reject(new Error(`engine ended with ${code}: ${errors.join("")}`)),
      );
    },
  );
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  return { url: ready.url, siteUrl: ready.siteUrl, child, stop };
}

const portOf = (url: string) => Number(new URL(url).port);
