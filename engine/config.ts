/** Command line and environment of the engine, parsed once. Disk access is in data-folder.ts. */
import { parseArgs } from "node:util";
import { resolve, sep } from "node:path";
import { Fault } from "./fault.ts";
import { FORMATS, LEVELS, type Level, type LogFormat } from "./log/log.ts";
import { parseLimits, type LimitOptions } from "./limit-options.ts";
import type { Limits } from "./sync/caller-limits.ts";
import { parseOrigin } from "./preflight/origin-option.mjs";

export type EngineConfig = {
  /** Folder of the database and the files; created when missing. */
  readonly data: string;
  readonly host: string;
  /** Port of the API, the client and the sockets; 0 takes any free one. */
  readonly port: number;
  /** Port of HTTP actions; 0 takes any free one. */
  readonly sitePort: number;
  readonly adminKey: string;
  /** Opens /metrics and nothing else; null: only the admin key does. */
  readonly metricsKey: string | null;
  /** Variables for the functions. They override the deployment's and stay in memory. */
  readonly variables: Readonly<Record<string, string>>;
  /** Folder of the built client, null to serve none. */
  readonly client: string | null;
  /** Path of the HTTP action that returns the head of a client page; null for none. */
  readonly pageHeads: string | null;
  /** What browsers call the API and the site, if not 127.0.0.1 and the port: `https://shop.example`. */
  readonly origin: string | null;
  readonly siteOrigin: string | null;
  /** Whether X-Forwarded-* headers come from a proxy that sets them itself. */
  readonly behindProxy: boolean;
  /** For production: clients get no log lines, and of errors only the data of ConvexErrors. */
  readonly redactErrors: boolean;
  /** How long a query or mutation may run without a database call, ms: the real backend's 1000 unless the machine is slow. */
  readonly userTime: number;
  /** Other origins whose pages may open sockets and read answers of the API; `*` is any. */
  readonly allowedOrigins: readonly string[];
  readonly limits: Limits;
  /** Folder of the archive; null to keep none. */
  readonly archive: string | null;
  /** Format of the log on stderr, and its least important level. */
  readonly logFormat: LogFormat;
  readonly logLevel: Level;
};

const USAGE =
  "Usage: engine --data DIR [--port 3210] [--site-port PORT+1] [--admin-key KEY] [--client DIR] [--page-heads PATH] [--host 127.0.0.1] [--origin URL] [--site-origin URL] [--behind-proxy] [--redact-errors] [--user-time MS] [--allow-origin any|own|URL,…] [--anonymous-limits queries=N,message=BYTES,held=BYTES] [--user-limits …] [--memory-limits network=BYTES,process=BYTES] [--archive DIR] [--log-format text|json] [--log-level error|warn|info|debug]\n" +
  "ENGINE_ADMIN_KEY may hold the admin key instead, where other users of the machine cannot see it. ENGINE_METRICS_KEY may hold a key for /metrics alone, and ENGINE_VARIABLES, a JSON object, variables for the functions that must not be stored.";

const DEFAULT_PORT = 3210;
const SHORTEST_KEY = 8;
const DEFAULT_USER_TIME = 1000;

/**
 * @param args without node and script.
 * @throws Fault of kind "usage" naming the first mistake.
 */
export function parseConfig(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): EngineConfig {
  const given = read(args);
  const adminKey = given["admin-key"] ?? environment["ENGINE_ADMIN_KEY"] ?? "";
  const metricsKey = environment["ENGINE_METRICS_KEY"] || null;
  if (!given.data) throw usage("--data is missing");
  if (adminKey.length < SHORTEST_KEY)
    throw usage(
      `an admin key of at least ${SHORTEST_KEY} characters is needed`,
    );
  if (metricsKey !== null && metricsKey.length < SHORTEST_KEY)
    throw usage(`ENGINE_METRICS_KEY needs at least ${SHORTEST_KEY} characters`);
  const port = portOf("--port", given.port) ?? DEFAULT_PORT;
  return {
    data: resolve(given.data),
    host: given.host ?? "127.0.0.1",
    port,
    sitePort:
      portOf("--site-port", given["site-port"]) ?? (port === 0 ? 0 : port + 1),
    adminKey,
    metricsKey,
    variables: variablesOf(environment["ENGINE_VARIABLES"]),
    client: given.client === undefined ? null : resolve(given.client),
    pageHeads: pathOf("--page-heads", given["page-heads"]),
    origin: originOf("--origin", given.origin),
    siteOrigin: originOf("--site-origin", given["site-origin"]),
    behindProxy: given["behind-proxy"] === true,
    redactErrors: given["redact-errors"] === true,
    userTime: numberOf("--user-time", given["user-time"]) ?? DEFAULT_USER_TIME,
    allowedOrigins: originsOf(given["allow-origin"] ?? "any"),
    limits: limitsOf(given),
    archive: archiveOf(given),
    logFormat: oneOf("--log-format", given["log-format"] ?? "text", FORMATS),
    logLevel: oneOf("--log-level", given["log-level"] ?? "warn", LEVELS),
  };
}

function read(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        data: text,
        port: text,
        "site-port": text,
        "admin-key": text,
        client: text,
        "page-heads": text,
        host: text,
        origin: text,
        "site-origin": text,
        "behind-proxy": { type: "boolean" },
        "redact-errors": { type: "boolean" },
        "user-time": text,
        "allow-origin": text,
        "anonymous-limits": text,
        "user-limits": text,
        "memory-limits": text,
        archive: text,
        "log-format": text,
        "log-level": text,
      },
    }).values;
  } catch (error) {
    throw usage(messageOf(error));
  }
}

function archiveOf({ archive, data = "" }: ReturnType<typeof read>) {
  if (!archive) return null;
  const path = resolve(archive);
  if (`${path}${sep}`.startsWith(`${resolve(data)}${sep}`))
    throw usage(
      "--archive must not be inside the data folder: it would be lost with it",
    );
  return path;
}

function variablesOf(text: string | undefined): Record<string, string> {
  if (!text) return {};
  try {
    const variables = JSON.parse(text) as Record<string, string>;
    if (Object.values(variables).every((value) => typeof value === "string"))
      return variables;
  } catch {
    // Not quoted, because they are secrets.
  }
  throw usage("ENGINE_VARIABLES must be a JSON object of strings");
}

function oneOf<Word extends string>(
  option: string,
  text: string,
  words: readonly Word[],
): Word {
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw usage(`${option} must be one of ${words.join(", ")}, not "${text}"`);
}

function portOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw usage(`${option} must be a port number, not "${text}"`);
  return port;
}

function pathOf(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^\/[\w./-]*$/.test(text) || text.startsWith("//"))
    throw usage(`${option} must be a path such as /head, not "${text}"`);
  return text;
}

function numberOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw usage(`${option} must be a number of milliseconds, not "${text}"`);
  return Number(text);
}

function originOf(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return parseOrigin(option, text);
  } catch (error) {
    throw usage(messageOf(error));
  }
}

function originsOf(text: string): string[] {
  if (text === "any") return ["*"];
  if (text === "own") return [];
  return text
    .split(",")
    .flatMap((one) => originOf("--allow-origin", one) ?? []);
}

function limitsOf(given: LimitOptions): Limits {
  try {
    return parseLimits(given);
  } catch (error) {
    throw usage(messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function usage(mistake: string): Fault {
  return new Fault("usage", `${mistake}\n${USAGE}`);
}
