/** Stored files: logos, and checks of the file storage. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { readFileRecords } from "../base/data/files";
import { bindLogo } from "../business/data/logos";
import { takeFromAll, waitValidator, type Wait } from "../base/data/rateLimits";
import { logosPerBusiness } from "../base/rules/rateLimit";
import {
  adminAction,
  internalMutation,
  managerAction,
  managerMutation,
  publicQuery,
} from "../functions";
import { refuse } from "../base/rules/errors";
import { checkPicture, pictureProblems } from "./rules/picture";
import { doneOr, type Done } from "../base/rules/refusals";

/** Succeeds only if file records can be read. Anyone may check, as it reveals nothing stored. */
export const check = publicQuery({
  args: {},
  returns: v.object({ ok: v.literal(true) }),
  handler: async (ctx) => {
    await readFileRecords(ctx);
    return { ok: true as const };
  },
});

/** Stores a small file, reads it back and deletes it. Returns whether the content matched. */
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

/** The bytes are part of the call: there is no upload address, and only pictures are stored (product.md F2). */
export const setLogo = managerAction({
  args: { picture: v.bytes() },
  returns: doneOr(...pictureProblems, "tooManyRequests"),
  handler: async (
    ctx,
    { picture },
  ): Promise<Done<(typeof pictureProblems)[number] | "tooManyRequests">> => {
    const { businessId } = ctx.manager;
    const { logoCame, logoStored } = internal.profile.files;
    const wait: Wait | null = await ctx.runMutation(logoCame, { businessId });
    if (wait !== null) return refuse("tooManyRequests", wait);
    const checked = checkPicture(new Uint8Array(picture));
    if (!checked.ok) return checked;
    const { bytes, type } = checked;
    const logoId = await ctx.storage.store(new Blob([bytes], { type }));
    await ctx.runMutation(logoStored, { businessId, logoId });
    return { ok: true };
  },
});

/** Counts an upload. */
export const logoCame = internalMutation({
  args: { businessId: v.id("businesses") },
  returns: v.nullable(waitValidator),
  handler: async (ctx, { businessId }) =>
    await takeFromAll(ctx, Date.now(), [
      `logo:${businessId}`,
      logosPerBusiness,
    ]),
});

/** Makes a checked picture the logo. */
export const logoStored = internalMutation({
  args: { businessId: v.id("businesses"), logoId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { businessId, logoId }) =>
    await bindLogo(ctx, businessId, logoId),
});

export const removeLogo = managerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await bindLogo(ctx, ctx.business._id, null),
});
