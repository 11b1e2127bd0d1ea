/**
 * Bringing documents of earlier versions into today's form, after a deploy
 * whose schema still takes both (rules/phase.ts). `npx convex run
 * migrations/runs:run` does it on any deployment; docs/schema-changes.md.
 */
import { ConvexError, v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { migrateBatch, noteFailure, progressOf } from "./data/progress";
import { renameJobs } from "./data/renamedJobs";
import { internalAction, internalMutation, internalQuery } from "../functions";
import { progress, type Progress } from "./rules/define";
import { migrations } from "./rules/list";

/**
 * Runs batches until nothing is left, or as many as asked for, and gives waiting
 * jobs today's names. Stopped at any point, the next run goes on there.
 * @throws ConvexError with a sentence that names the migration, the document and the cause
 */
export const run = internalAction({
  args: { batches: v.optional(v.number()) },
  returns: v.array(progress),
  handler: async (ctx, { batches = Infinity }): Promise<Progress[]> => {
    // Also where an earlier version was cut off halfway: what waits for its time must find its function.
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

/** One batch; true when there was nothing left to do. */
export const batch = internalMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await migrateBatch(ctx, migrations, Date.now()),
});

/** Some waiting jobs get today's names (data/renamedJobs.ts). @returns where the next begins; null at the end */
export const renameSome = internalMutation({
  args: { cursor: v.nullable(v.string()) },
  returns: v.nullable(v.string()),
  handler: async (ctx, { cursor }) => await renameJobs(ctx, cursor),
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
