/** Signing in over HTTP, as a browser would: one address on the network for each try, so that no limit of the product is met. */
import { fileURLToPath } from "node:url";
import { runAsAdmin } from "../../../engine/bench/deployment/admin.ts";

/** Goes beside the product's modules, for `plantAccounts`. */
export const ACCOUNTS = fileURLToPath(
  new URL("benchAccounts.ts", import.meta.url),
);

export type Tried = {
  /** From sending the request to having read the answer. */
  readonly ms: number;
  readonly status: number;
  /** The answer without the id that every request has of its own. */
  readonly body: string;
};

/** `count` addresses of one length: `known-007@example.com`. */
export function emailsOf(name: string, count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, i) => `${name}-${String(i).padStart(3, "0")}@example.com`,
  );
}

/** Makes accounts with the bench's password, and for `codes` a reset code for each. */
export async function plantAccounts(
  url: string,
  emails: readonly string[],
  codes: boolean,
): Promise<void> {
  await runAsAdmin(url, "benchAccounts:plant", { emails });
  if (codes) await runAsAdmin(url, "benchAccounts:sendCodes", { emails });
}

let callers = 0;

/** Calls `auth:signIn` once, from an address that has not called yet. The engine must be behind a proxy. */
export async function trySignIn(
  url: string,
  params: Readonly<Record<string, string>>,
): Promise<Tried> {
  const caller = ++callers;
  const args = { provider: "password", params };
  const start = performance.now();
  const response = await fetch(`${url}/api/action`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Forwarded-For": `198.18.${caller >> 8}.${caller & 255}`,
    },
    body: JSON.stringify({ path: "auth:signIn", args, format: "json" }),
  });
  const text = await response.text();
  const ms = performance.now() - start;
  const body = text.replace(/\[Request ID: [0-9a-f]{16}\]/g, "");
  return { ms, status: response.status, body };
}
