/** Arguments for every function of admins: one without them fails admin-access.test.ts. */
import type { Args } from "./calling.ts";
import type { Shop } from "./open-app.ts";

const FIRST_PAGE = { paginationOpts: { numItems: 20, cursor: null } };

/** Arguments that name the things of one shop, or its owner. */
export const adminArgs: Record<
  string,
  (shop: Shop & { threadId: string }) => Args
> = {
  "admins:grant": () => ({ email: "owner1@example.com" }),
  "admins:list": () => ({}),
  "admins:revoke": ({ ownerId }) => ({ userId: ownerId }),
  "directory:business": ({ businessId }) => ({ businessId }),
  "directory:participants": ({ businessId }) => ({
    ...{ businessId, queueId: null, status: "all", text: "" },
    ...FIRST_PAGE,
  }),
  "directory:queues": ({ businessId }) => ({ businessId }),
  "directory:search": () => ({
    ...{ text: "", plan: null, state: null, sort: "newest" },
    ...FIRST_PAGE,
  }),
  "directory:showPhones": ({ businessId }) => ({ businessId }),
  "directory:totals": () => ({}),
  "files:testWrite": () => ({}),
  "helpdesk:answer": ({ threadId }) => ({ threadId, text: "Hello" }),
  "helpdesk:markRead": ({ threadId }) => ({ threadId }),
  "helpdesk:messages": ({ threadId }) => ({ threadId, ...FIRST_PAGE }),
  "helpdesk:setStatus": ({ threadId }) => ({ threadId, status: "resolved" }),
  "helpdesk:thread": ({ threadId }) => ({ threadId }),
  "helpdesk:threads": () => ({ status: null, of: "", ...FIRST_PAGE }),
  "helpdesk:unread": () => ({}),
  "helpdesk:write": () => ({
    ...{ email: "owner1@example.com", subject: "News", text: "Hello" },
  }),
  "operations:look": () => ({}),
  "visitors:addresses": () => FIRST_PAGE,
  "visitors:demoRequests": () => FIRST_PAGE,
  "visitors:noteExport": () => ({ list: "addresses" }),
};
