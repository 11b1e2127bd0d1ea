/** Stored files: logos, and whether file storage works. Reading is anybody's to check, and tells nothing of what is stored; writing is an admin's. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { readFileRecords } from "../base/data/files";
import { bindLogo, countLogo } from "../business/data/logos";
import { waitValidator, type Wait } from "../base/data/rateLimits";
import {
  adminAction,
  internalMutation,
  ownerAction,
  ownerMutation,
  publicQuery,
} from "../functions";
import { refuse } from "../base/rules/errors";
import { checkPicture, pictureProblems } from "./rules/picture";
import { doneOr, type Done } from "../base/rules/refusals";

/** Answers at all only where the records of files can be read. */
export const check = publicQuery({
  args: {},
  returns: v.object({ ok: v.literal(true) }),
  handler: async (ctx) => {
    await readFileRecords(ctx);
    return { ok: true as const };
  },
});

/** Stores a small file, reads it back and deletes it: whether the same came back. */
export const testWrite = adminAction({
  args: {},
  returns: v.object({ ok: v.boolean() }),
  handler: async (ctx) => {
    const written = "yourturn-storage-test";
    const storageId = await ctx.storage.store(new Blob([written]));
    try {
      const file = await ctx.storage.get(storageId);
      return { ok: (await file?.text()) === written };
    } finally {
      await ctx.storage.delete(storageId);
    }
  },
});

/**
 * The business's logo. Its bytes come in the call: there is no address that
 * takes files, and nothing is stored that is no picture. product.md F2
 */
export const setLogo = ownerAction({
  args: { picture: v.bytes() },
  returns: doneOr(...pictureProblems, "tooManyRequests"),
  handler: async (
    ctx,
    { picture },
  ): Promise<Done<(typeof pictureProblems)[number] | "tooManyRequests">> => {
    const { businessId } = ctx.owner;
    const wait: Wait | null = await ctx.runMutation(
      internal.profile.files.logoCame,
      {
        businessId,
      },
    );
    if (wait !== null) return refuse("tooManyRequests", wait);
    const checked = checkPicture(new Uint8Array(picture));
    if (!checked.ok) return checked;
    const { bytes, type } = checked;
    const logoId = await ctx.storage.store(new Blob([bytes], { type }));
    const bound = { businessId, logoId };
    await ctx.runMutation(internal.profile.files.logoStored, bound);
    return { ok: true };
  },
});

/** Counts an upload. */
export const logoCame = internalMutation({
  args: { businessId: v.id("businesses") },
  returns: v.nullable(waitValidator),
  handler: async (ctx, { businessId }) =>
    await countLogo(ctx, businessId, Date.now()),
});

/** A checked picture is the logo. */
export const logoStored = internalMutation({
  args: { businessId: v.id("businesses"), logoId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { businessId, logoId }) => {
    await bindLogo(ctx, businessId, logoId);
    return null;
  },
});

/** The business has no logo any more. */
export const removeLogo = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await bindLogo(ctx, ctx.business._id, null);
    return null;
  },
});
