/** Arguments for every function of admins: one without them fails admin-access.test.ts. */
import type { Args } from "./calling.ts";
import type { Shop } from "./open-app.ts";

/** Arguments that name the things of one shop, or its owner. */
export const adminArgs: Record<string, (shop: Shop) => Args> = {
  "admins:grant": () => ({ email: "owner1@example.com" }),
  "admins:list": () => ({}),
  "admins:revoke": ({ ownerId }) => ({ userId: ownerId }),
  "files:testWrite": () => ({}),
  "viewing:begin": ({ businessId }) => ({ businessId }),
  "viewing:end": () => ({}),
};
