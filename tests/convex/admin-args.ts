/** Arguments for every function of admins: one without them fails admin-access.test.ts. */
import type { Args } from "./calling.ts";
import type { Shop } from "./open-app.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const FIRST_PAGE = { paginationOpts: { numItems: 20, cursor: null } };

/** Arguments that name the things of one shop, or its owner. */
export const adminArgs: Record<
  string,
  (shop: Shop & { threadId: string }) => Args
> = {
  [nameOf(api.admins.grant)]: () => ({ email: "owner1@example.com" }),
  [nameOf(api.admins.list)]: () => ({}),
  [nameOf(api.admins.revoke)]: ({ ownerId }) => ({ userId: ownerId }),
  [nameOf(api.directory.business)]: ({ businessId }) => ({ businessId }),
  [nameOf(api.directory.create)]: () => ({
    ...{ email: "new@example.com", password: "12345678", isAdmin: false },
    ...{ businessName: "New", plan: "pro" },
  }),
  [nameOf(api.directory.participants)]: ({ businessId }) => ({
    ...{ businessId, queueId: null, status: "all", text: "" },
    ...FIRST_PAGE,
  }),
  [nameOf(api.directory.queue)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.directory.queues)]: ({ businessId }) => ({ businessId }),
  [nameOf(api.directory.remove)]: ({ businessId }) => ({
    ...{ businessId, businessName: "Shop 1" },
  }),
  [nameOf(api.directory.search)]: () => ({
    ...{ text: "", plan: null, state: null, sort: "newest" },
    ...FIRST_PAGE,
  }),
  [nameOf(api.directory.setPlan)]: ({ businessId }) => ({
    businessId,
    plan: "pro",
  }),
  [nameOf(api.directory.showPhones)]: ({ businessId }) => ({ businessId }),
  [nameOf(api.directory.totals)]: () => ({}),
  [nameOf(api.audit.meant)]: () => ({ text: "shop" }),
  [nameOf(api.audit.search)]: ({ businessId }) => ({
    ...{ text: "", action: null, businessId, from: null, to: null },
    paginationOpts: { numItems: 20, cursor: null },
  }),
  [nameOf(api.files.testWrite)]: () => ({}),
  [nameOf(api.helpdesk.answer)]: ({ threadId }) => ({
    threadId,
    text: "Hello",
  }),
  [nameOf(api.helpdesk.markRead)]: ({ threadId }) => ({ threadId }),
  [nameOf(api.helpdesk.messages)]: ({ threadId }) => ({
    threadId,
    ...FIRST_PAGE,
  }),
  [nameOf(api.helpdesk.setStatus)]: ({ threadId }) => ({
    threadId,
    status: "resolved",
  }),
  [nameOf(api.helpdesk.thread)]: ({ threadId }) => ({ threadId }),
  [nameOf(api.helpdesk.threads)]: () => ({
    status: null,
    of: "",
    ...FIRST_PAGE,
  }),
  [nameOf(api.helpdesk.unread)]: () => ({}),
  [nameOf(api.helpdesk.write)]: () => ({
    ...{ email: "owner1@example.com", subject: "News", text: "Hello" },
  }),
  [nameOf(api.operations.look)]: () => ({}),
  [nameOf(api.viewing.begin)]: ({ businessId }) => ({ businessId }),
  [nameOf(api.viewing.end)]: () => ({}),
  [nameOf(api.visitors.addresses)]: () => FIRST_PAGE,
  [nameOf(api.visitors.demoRequests)]: () => FIRST_PAGE,
  [nameOf(api.visitors.noteExport)]: () => ({ list: "addresses" }),
};
