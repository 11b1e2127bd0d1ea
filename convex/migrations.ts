/**
 * Bringing documents of earlier versions into today's form, after a deploy
 * whose schema still takes both (model/phase.ts). `npx convex run
 * migrations:run` does it on any deployment; docs/schema-changes.md.
 */
import { ConvexError, v } from "convex/values";
import { internal } from "./_generated/api";
import { migrateBatch, noteFailure, progressOf } from "./data/migrations";
import { internalAction, internalMutation, internalQuery } from "./functions";
import { progress, type Progress } from "./model/migration";
import { migrations } from "./model/migrations";

/**
 * Runs batches until nothing is left, or as many as asked for. Stopped at any
 * point, the next run goes on there.
 * @throws ConvexError with a sentence that names the migration, the document and the cause
 */
export const run = internalAction({
  args: { batches: v.optional(v.number()) },
  returns: v.array(progress),
  handler: async (ctx, { batches = Infinity }): Promise<Progress[]> => {
    try {
      for (let left = batches; left > 0; left--) {
        if (await ctx.runMutation(internal.migrations.batch, {})) break;
      }
    } catch (error) {
      if (error instanceof ConvexError)
        await ctx.runMutation(internal.migrations.failed, {
          error: String(error.data),
        });
      throw error;
    }
    return await ctx.runQuery(internal.migrations.status, {});
  },
});

/** One batch; true when there was nothing left to do. */
export const batch = internalMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await migrateBatch(ctx, migrations, Date.now()),
});

/** Keeps the reason for whoever asks for the status. */
export const failed = internalMutation({
  args: { error: v.string() },
  returns: v.null(),
  handler: async (ctx, { error }) => {
    await noteFailure(ctx, migrations, error);
    return null;
  },
});

/** Every migration, in the order in which they run, and how far it is. */
export const status = internalQuery({
  args: {},
  returns: v.array(progress),
  handler: async (ctx) => await progressOf(ctx, migrations),
});
