/** Migrates documents of earlier versions: `npx convex run migrations/runs:run` (docs/schema-changes.md). */
import { ConvexError, v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { migrateBatch, noteFailure, progressOf } from "./data/progress";
import { renameJobs } from "./data/renamedJobs";
import { internalAction, internalMutation, internalQuery } from "../functions";
import { progress, type Progress } from "./rules/define";
import { migrations } from "./rules/list";

/** Runs all batches, or as many as requested, and renames waiting jobs. @throws ConvexError with a sentence */
export const run = internalAction({
  args: { batches: v.optional(v.number()) },
  returns: v.array(progress),
  handler: async (ctx, { batches = Infinity }): Promise<Progress[]> => {
    // Also if an earlier upgrade was interrupted: scheduled jobs must find their functions.
    await renameAll(ctx);
    try {
      for (let left = batches; left > 0; left--) {
        if (await ctx.runMutation(internal.migrations.runs.batch, {})) break;
      }
    } catch (error) {
      if (error instanceof ConvexError)
        await ctx.runMutation(internal.migrations.runs.failed, {
          error: String(error.data),
        });
      throw error;
    }
    return await ctx.runQuery(internal.migrations.runs.status, {});
  },
});

async function renameAll(ctx: ActionCtx): Promise<void> {
  let cursor: string | null = null;
  do {
    const next: string | null = await ctx.runMutation(
      internal.migrations.runs.renameSome,
      { cursor },
    );
    cursor = next;
  } while (cursor !== null);
}

/** Runs one batch; true if nothing was left to do. */
export const batch = internalMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await migrateBatch(ctx, migrations, Date.now()),
});

/** Renames a batch of waiting jobs (data/renamedJobs.ts). @returns where the next batch begins; null at the end */
export const renameSome = internalMutation({
  args: { cursor: v.nullable(v.string()) },
  returns: v.nullable(v.string()),
  handler: async (ctx, { cursor }) => await renameJobs(ctx, cursor),
});

export const failed = internalMutation({
  args: { error: v.string() },
  returns: v.null(),
  handler: async (ctx, { error }) => await noteFailure(ctx, migrations, error),
});

/** Every migration in its order, with its progress. */
export const status = internalQuery({
  args: {},
  returns: v.array(progress),
  handler: async (ctx) => await progressOf(ctx, migrations),
});
