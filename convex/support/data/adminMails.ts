/** The mail to admins about unread messages (product.md O47): its recipients, and whether it is still needed. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { ADMINS_LOOK_MS } from "../rules/threads";
import { accountOf, ownEmail } from "../../account/data/accounts";
import { isAdmin, MOST_ADMINS } from "../../account/data/admins";
import { findBusiness } from "../../business/data/businesses";
import { queueMail } from "../../mail/data/outbox";
import { toldMessage } from "./threads";

/** Queues a mail to every admin. @param occasion the thread's first message that no admin has read */
export async function tellAdmins(
  ctx: MutationCtx,
  occasion: Id<"supportMessages">,
  now: number,
): Promise<void> {
  const kind = "supportAdmins" as const;
  for (const { userId } of await ctx.db.query("admins").take(MOST_ADMINS)) {
    const to = await ownEmail(ctx, userId);
    // Without a business, because an owner's export and account deletion must not include an admin's address.
    const wanted = { business: null, ticketId: null, to, kind, occasion };
    await queueMail(ctx, wanted, now, ADMINS_LOOK_MS);
  }
}

/** The content of the mail; null once an admin has read the thread, or if the address is no longer an admin's. */
export async function unreadMatter(
  ctx: Pick<QueryCtx, "db">,
  { occasion, to }: Pick<Doc<"mails">, "occasion" | "to">,
) {
  const told = await toldMessage(ctx, occasion);
  if (told === null || told.thread.unreadSince !== told.at) return null;
  const account = await accountOf(ctx, to);
  if (account === null || !(await isAdmin(ctx, account.userId))) return null;
  const business = await findBusiness(ctx, told.thread.businessId);
  if (business === null) return null;
  const { _id: threadId, subject } = told.thread;
  return { threadId, subject, businessName: business.name };
}
