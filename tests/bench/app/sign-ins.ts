/** Signs in over HTTP as a browser would. Each try has its own network address, so it meets no limit of the product. */
import { fileURLToPath } from "node:url";
import { runAsAdmin } from "../../../engine/bench/deployment/admin.ts";

/** Deployed beside the product's modules, for `plantAccounts`. */
export const ACCOUNTS = fileURLToPath(
  new URL("benchAccounts.ts", import.meta.url),
);
export type Tried = {
  /** From sending the request to reading the answer. */
  readonly ms: number;
  readonly status: number;
  /** The answer without its request id, which differs each time. */
  readonly body: string;
};
/** `count` addresses of one length: `known-007@example.com`. */
export const emailsOf = (name: string, count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, i) => `${name}-${String(i).padStart(3, "0")}@example.com`,
  );

/** Creates accounts with the bench's password, and a reset code for each in `codes`. */
export async function plantAccounts(
  url: string,
  emails: readonly string[],
  codes: boolean,
): Promise<void> {
  await runAsAdmin(url, "benchAccounts:plant", { emails });
  if (codes) await runAsAdmin(url, "benchAccounts:sendCodes", { emails });
}

let callers = 0;

/** Calls `auth:signIn` once, from an address not used before. The engine must be behind a proxy. */
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
