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
  "directory:create": () => ({
    ...{ email: "new@example.com", password: "12345678", isAdmin: false },
    ...{ businessName: "New", plan: "pro" },
  }),
  "directory:participants": ({ businessId }) => ({
    ...{ businessId, queueId: null, status: "all", text: "" },
    ...FIRST_PAGE,
  }),
  "directory:queue": ({ queueId }) => ({ queueId }),
  "directory:queues": ({ businessId }) => ({ businessId }),
  "directory:remove": ({ businessId }) => ({
    ...{ businessId, businessName: "Shop 1" },
  }),
  "directory:search": () => ({
    ...{ text: "", plan: null, state: null, sort: "newest" },
    ...FIRST_PAGE,
  }),
  "directory:setPlan": ({ businessId }) => ({ businessId, plan: "pro" }),
  "directory:showPhones": ({ businessId }) => ({ businessId }),
  "directory:totals": () => ({}),
  "audit:meant": () => ({ text: "shop" }),
  "audit:search": ({ businessId }) => ({
    ...{ text: "", action: null, businessId, from: null, to: null },
    paginationOpts: { numItems: 20, cursor: null },
  }),
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
  "viewing:begin": ({ businessId }) => ({ businessId }),
  "viewing:end": () => ({}),
  "visitors:addresses": () => FIRST_PAGE,
  "visitors:demoRequests": () => FIRST_PAGE,
  "visitors:noteExport": () => ({ list: "addresses" }),
};
