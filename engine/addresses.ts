/** Where the engine listens and what this machine calls that. */
import { createServer } from "node:net";
import type { EngineConfig } from "./config.ts";
import { Fault } from "./fault.ts";

/** Linux gives outgoing connections those from 32768 on, others from 49152. */
const FIRST_PORT = 21_000;
const PORTS = 9_000;
const TRIES = 100;
const tried = new Set<number>();

/**
 * Origins are told to functions before anything listens, so "any free port" is settled first.
 * @throws Fault "host" when this machine cannot listen there.
 */
export async function choosePorts({
  host,
  port,
  sitePort,
}: Pick<EngineConfig, "host" | "port" | "sitePort">) {
  return {
    api: port === 0 ? await freePort(host) : port,
    site: sitePort === 0 ? await freePort(host) : sitePort,
  };
}

/**
 * What the operating system has against listening, in words.
 * @returns a Fault of kind "port" or "host", or the error itself when it is another.
 */
export function listenFault(cause: unknown, host: string): Error {
  const { code, port } = cause as { code?: string; port?: number };
  switch (code) {
    case "EADDRINUSE":
      return new Fault("port", `Port ${port} is in use by another program.`, {
        cause,
      });
    case "EACCES":
      return new Fault(
        "port",
        `Port ${port} needs rights that this user does not have.`,
        { cause, advice: "Choose a port from 1024 up." },
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new Fault("host", `This machine has no address ${host}.`, {
        cause,
      });
    default:
      return cause instanceof Error ? cause : new Error(String(cause));
  }
}

/** Origin under which a port of `host` is reached from this machine. */
export function localOrigin(host: string, port: number): string {
  return `http://${nameOf(host)}:${port}`;
}

/**
 * A port that nobody listens on now, another one each time. Below those that systems give to outgoing
 * connections: one of them may take such a port before somebody listens there.
 * @throws Fault "host" when this machine cannot listen there, "port" when all that were tried are in use.
 */
export async function freePort(host: string): Promise<number> {
  let cause: unknown;
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (tried.has(port)) continue;
    tried.add(port);
    cause = await whyNotFree(host, port);
    if (cause === null) return port;
    if ((cause as { code?: string }).code !== "EADDRINUSE") break;
  }
  throw listenFault(cause, host);
}

function whyNotFree(host: string, port: number): Promise<unknown> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", resolve);
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

function nameOf(host: string): string {
  const everywhere = host === "0.0.0.0" || host === "::" || host === "";
  // Not a name: issuers, URLs and variables are compared as text, and this is what the backend says.
  if (everywhere) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
