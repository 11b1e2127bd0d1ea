/** Addresses of this machine as the requesting browser can reach them. */
import { isThisMachineName } from "./audience.ts";
import type { Incoming } from "./route.ts";

/** A browser that reached us under another name also reaches the shop called `localhost` under it. */
export function asSeenBy({ headers }: Incoming, address: string): string {
  const url = URL.parse(address);
  const here = URL.parse(`http://${headers["host"] ?? ""}`);
  if (url === null || here === null) return address;
  if (!isThisMachineName(url.hostname)) return address;
  url.hostname = here.hostname;
  return url.href;
}
