/** Where the engine listens, and what this machine calls that address. */
import { createServer } from "node:net";
import type { EngineConfig } from "./config.ts";
import { Fault } from "./fault.ts";

/** Ports for outgoing connections begin at 32768 on Linux, at 49152 elsewhere. */
const FIRST_PORT = 21_000;
const PORTS = 9_000;
const TRIES = 100;
const tried = new Set<number>();

/**
 * Settles "any free port" before anything listens, because functions get the origins first.
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
 * Says why the operating system refuses to listen.
 * @returns a Fault of kind "port" or "host", or the error itself.
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

/** Origin of a port, as reached from this machine. */
export function localOrigin(host: string, port: number): string {
  return `http://${nameOf(host)}:${port}`;
}

/**
 * A free port, another one each time. It is below those for outgoing connections, which could take it before the engine
 * listens.
 * @throws Fault "host" when this machine cannot listen there, "port" when all tried ports are in use.
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
  // Not a name: issuers, URLs and variables are compared as text, and the backend uses this address.
  if (everywhere) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
