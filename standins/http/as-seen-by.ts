/** Addresses of this machine as the browser that asks can reach them. */
import { isThisMachineName } from "./audience.ts";
import type { Incoming } from "./route.ts";

/**
 * A shop that knows itself as `localhost` sends people back there, which on a phone is the phone. Whoever has reached us
 * under another name reaches the shop beside us under that name too. Other addresses stay as they are.
 */
export function asSeenBy({ headers }: Incoming, address: string): string {
  const url = URL.parse(address);
  const here = URL.parse(`http://${headers["host"] ?? ""}`);
  if (url === null || here === null) return address;
  if (!isThisMachineName(url.hostname)) return address;
  url.hostname = here.hostname;
  return url.href;
}
