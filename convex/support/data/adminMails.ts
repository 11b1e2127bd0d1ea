/** The e-mail to the platform's admins about what no admin has read (product.md O47): to whom it goes, and whether it still has something to tell. Its words: rules/mails.ts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { ADMINS_LOOK_MS } from "../rules/threads";
import { accountOf, ownEmail } from "../../account/data/accounts";
import { isAdmin, MOST_ADMINS } from "../../account/data/admins";
import { findBusiness } from "../../business/data/businesses";
import { queueMail } from "../../mail/data/outbox";
import { toldMessage } from "./threads";

/** Queues it to every admin. @param occasion the first message of the thread that no admin has read */
export async function tellAdmins(
  ctx: MutationCtx,
  occasion: Id<"supportMessages">,
  now: number,
): Promise<void> {
  const kind = "supportAdmins" as const;
  for (const { userId } of await ctx.db.query("admins").take(MOST_ADMINS)) {
    const to = await ownEmail(ctx, userId);
    // Of no business: its owner's export and the end of its account are not about an admin's address.
    const wanted = { business: null, ticketId: null, to, kind, occasion };
    await queueMail(ctx, wanted, now, ADMINS_LOOK_MS);
  }
}

/** What it tells; null once an admin has looked, and for an address that is no admin's any more. */
export async function unreadMatter(
  ctx: Pick<QueryCtx, "db">,
  { occasion, to }: Pick<Doc<"mails">, "occasion" | "to">,
): Promise<{
  threadId: Id<"supportThreads">;
  subject: string;
  businessName: string;
} | null> {
  const told = await toldMessage(ctx, occasion);
  if (told === null || told.thread.unreadSince !== told.at) return null;
  const account = await accountOf(ctx, to);
  if (account === null || !(await isAdmin(ctx, account.userId))) return null;
  const business = await findBusiness(ctx, told.thread.businessId);
  if (business === null) return null;
  const { _id: threadId, subject } = told.thread;
  return { threadId, subject, businessName: business.name };
}
