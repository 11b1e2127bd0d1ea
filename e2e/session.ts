/** Signs a browser in without the form. Accounts are made in world.ts. */
import type { BrowserContext } from "@playwright/test";
import type { Owner } from "./world.ts";

/** Puts the session where `@convex-dev/auth` keeps it, so that the first page is already signed in. */
export async function signInBrowser(
  context: BrowserContext,
  address: string,
  { tokens }: Pick<Owner, "tokens">,
) {
  const namespace = address.replace(/[^a-zA-Z0-9]/g, "");
  await context.addInitScript(
    ([jwt, refresh, { token, refreshToken }]) => {
      // Only once: later pages keep the tokens that the client has refreshed.
      if (localStorage.getItem(jwt) !== null) return;
      localStorage.setItem(jwt, token);
      localStorage.setItem(refresh, refreshToken);
    },
    [
      `__convexAuthJWT_${namespace}`,
      `__convexAuthRefreshToken_${namespace}`,
      tokens,
    ] as const,
  );
}
