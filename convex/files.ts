/** Whether file storage works. Reading is anybody's to check, and tells nothing of what is stored; writing is an admin's. */
import { v } from "convex/values";
import { readFileRecords } from "./data/files";
import { adminAction, publicQuery } from "./functions";

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
