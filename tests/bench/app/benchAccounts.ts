/** Accounts in bulk, with the owner's own hash, so that signing in is real. Only in the bench's copy of the product. */
import {
  internalMutationGeneric,
  type GenericDatabaseReader,
  type MutationBuilder,
} from "convex/server";
import { v } from "convex/values";
import type { DataModel } from "../../../convex/_generated/dataModel";

const internalMutation: MutationBuilder<DataModel, "internal"> =
  internalMutationGeneric;
const CODE_LIFE_MS = 10 * 60_000;

export const plant = internalMutation({
  args: { emails: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { emails }) => {
    const secret = await ownersHash(ctx.db);
    for (const email of emails) {
      const userId = await ctx.db.insert("users", { email });
      await ctx.db.insert("authAccounts", {
        userId,
        provider: "password",
        providerAccountId: email,
        secret,
      });
    }
    return null;
  },
});

/** Gives each address a reset code that was just sent. No eight digits match it. */
export const sendCodes = internalMutation({
  args: { emails: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { emails }) => {
    const codeHash = await ownersHash(ctx.db);
    const expiresAt = Date.now() + CODE_LIFE_MS;
    for (const email of emails)
      await ctx.db.insert("passwordResets", {
        email,
        codeHash,
        asker: "bench",
        expiresAt,
      });
    return null;
  },
});

async function ownersHash(db: GenericDatabaseReader<DataModel>) {
  const owner = await db.query("authAccounts").first();
  if (!owner?.secret) throw new Error("There is no account to copy.");
  return owner.secret;
}
