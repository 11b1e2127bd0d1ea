/** Allowed addresses of stand-ins for other services. */
import type { DeploymentKind } from "../rules/deploymentKind";

/** A stand-in's address: on this machine and never in production, so that keys and customer data go nowhere else. */
export function standInUrl(text: string, kind: DeploymentKind): URL | null {
  if (kind === "production" || !URL.canParse(text)) return null;
  const url = new URL(text);
  return isLoopbackName(url.hostname) && url.protocol === "http:" ? url : null;
}

/** Whether a host is this machine. */
export function isLoopbackName(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
