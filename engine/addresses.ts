/** Where the engine listens and what this machine calls that. */
import { createServer, type AddressInfo } from "node:net";
import type { EngineConfig } from "./config.ts";

/** Origins are told to functions before anything listens, so "any free port" is settled first. */
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

/** Origin under which a port of `host` is reached from this machine. */
export function localOrigin(host: string, port: number): string {
  return `http://${nameOf(host)}:${port}`;
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function nameOf(host: string): string {
  const everywhere = host === "0.0.0.0" || host === "::" || host === "";
  if (everywhere || host === "127.0.0.1" || host === "::1") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
