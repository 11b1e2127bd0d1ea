/** Arguments for every admin function. A function without them fails admin-access.test.ts. */
import type { Args } from "../calling.ts";
import type { Shop } from "../open-app.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

const { admin } = api.support;
const FIRST_PAGE = { paginationOpts: { numItems: 20, cursor: null } };

/** Arguments that name the rows of one shop, or its owner. */
export const adminArgs: Record<
  string,
  (shop: Shop & { threadId: string }) => Args
> = {
  [nameOf(api.admin.admins.grant)]: () => ({ email: "owner1@example.com" }),
  [nameOf(api.admin.admins.list)]: () => ({}),
  [nameOf(api.admin.admins.revoke)]: ({ ownerId }) => ({ userId: ownerId }),
  [nameOf(api.admin.directory.business)]: ({ businessId }) => ({ businessId }),
  [nameOf(api.admin.directory.create)]: () => ({
    ...{ email: "new@example.com", password: "12345678", isAdmin: false },
    ...{ businessName: "New", plan: "pro" },
  }),
  [nameOf(api.admin.directory.participants)]: ({ businessId }) => ({
    ...{ businessId, queueId: null, status: "all", text: "" },
    ...FIRST_PAGE,
  }),
  [nameOf(api.admin.directory.queue)]: ({ queueId }) => ({ queueId }),
  [nameOf(api.admin.directory.queues)]: ({ businessId }) => ({ businessId }),
  [nameOf(api.admin.directory.remove)]: ({ businessId }) => ({
    ...{ businessId, businessName: "Shop 1" },
  }),
  [nameOf(api.admin.directory.search)]: () => ({
    ...{ text: "", plan: null, state: null, sort: "newest" },
    ...FIRST_PAGE,
  }),
  [nameOf(api.admin.directory.setPlan)]: ({ businessId }) => ({
    businessId,
    plan: "pro",
  }),
  [nameOf(api.admin.directory.showPhones)]: ({ businessId }) => ({
    businessId,
  }),
  [nameOf(api.admin.directory.totals)]: () => ({}),
  [nameOf(api.admin.audit.meant)]: () => ({ text: "shop" }),
  [nameOf(api.admin.audit.search)]: ({ businessId }) => ({
    ...{ text: "", action: null, businessId, from: null, to: null },
    paginationOpts: { numItems: 20, cursor: null },
  }),
  [nameOf(api.profile.files.testWrite)]: () => ({}),
  [nameOf(admin.answer)]: ({ threadId }) => ({ threadId, text: "Hello" }),
  [nameOf(admin.markRead)]: ({ threadId }) => ({ threadId }),
  [nameOf(admin.messages)]: ({ threadId }) => ({ threadId, ...FIRST_PAGE }),
  [nameOf(admin.setStatus)]: ({ threadId }) => ({
    threadId,
    status: "resolved",
  }),
  [nameOf(admin.thread)]: ({ threadId }) => ({ threadId }),
  [nameOf(admin.threads)]: () => ({ status: null, of: "", ...FIRST_PAGE }),
  [nameOf(admin.unread)]: () => ({}),
  [nameOf(admin.write)]: () => ({
    ...{ email: "owner1@example.com", subject: "News", text: "Hello" },
  }),
  [nameOf(api.upkeep.operations.look)]: () => ({}),
  [nameOf(api.admin.viewing.begin)]: ({ businessId }) => ({ businessId }),
  [nameOf(api.admin.viewing.end)]: () => ({}),
  [nameOf(api.visitors.lists.addresses)]: () => FIRST_PAGE,
  [nameOf(api.visitors.lists.demoRequests)]: () => FIRST_PAGE,
  [nameOf(api.visitors.lists.noteExport)]: () => ({ list: "addresses" }),
};
