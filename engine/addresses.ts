/** Where the engine listens and what this machine calls that. */
import { createServer, type AddressInfo } from "node:net";
import type { EngineConfig } from "./config.ts";
import { Fault } from "./fault.ts";

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

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => reject(listenFault(error, host)));
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function nameOf(host: string): string {
  const everywhere = host === "0.0.0.0" || host === "::" || host === "";
  // Not a name: issuers, URLs and variables are compared as text, and this is what the backend says.
  if (everywhere) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
