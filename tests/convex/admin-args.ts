/** Arguments for every function of admins: one without them fails admin-access.test.ts. */
import type { Args } from "./calling.ts";
import type { Shop } from "./open-app.ts";

const paginationOpts = { numItems: 5, cursor: null };

/** Arguments that name the things of one shop, or its owner. */
export const adminArgs: Record<
  string,
  (shop: Shop & { threadId: string }) => Args
> = {
  "admins:grant": () => ({ email: "owner1@example.com" }),
  "admins:list": () => ({}),
  "admins:revoke": ({ ownerId }) => ({ userId: ownerId }),
  "files:testWrite": () => ({}),
  "helpdesk:answer": ({ threadId }) => ({ threadId, text: "Hello" }),
  "helpdesk:markRead": ({ threadId }) => ({ threadId }),
  "helpdesk:messages": ({ threadId }) => ({ threadId, paginationOpts }),
  "helpdesk:setStatus": ({ threadId }) => ({ threadId, status: "resolved" }),
  "helpdesk:thread": ({ threadId }) => ({ threadId }),
  "helpdesk:threads": () => ({ status: null, of: "", paginationOpts }),
  "helpdesk:unread": () => ({}),
  "helpdesk:write": () => ({
    ...{ email: "owner1@example.com", subject: "News", text: "Hello" },
  }),
  "visitors:addresses": () => ({ paginationOpts }),
  "visitors:demoRequests": () => ({ paginationOpts }),
  "visitors:noteExport": () => ({ list: "addresses" }),
};
