/** Demo data and, for tests, the way back to an empty database. Refuses in production. */
import { v } from "convex/values";
import { seedDemoBusiness, demoLines } from "./data/demo";
import { eraseEverything } from "./data/erase";
import { internal } from "./_generated/api";
import { internalAction, internalMutation } from "./functions";
import { deploymentKind, ensureKind } from "./model/deployment";
import { hashPassword } from "./model/passwordHash";
import { DEMO_ADMIN, DEMO_OWNER } from "./model/demo";

/**
 * The demo barbershop on first run; does nothing on the next.
 * @returns lines for the launcher to print: logins and the join path
 */
export const seedDemo = internalAction({
  args: {},
  returns: v.object({ lines: v.array(v.string()) }),
  handler: async (ctx): Promise<{ lines: string[] }> => {
    ensureKind(deploymentKind(process.env.DEPLOYMENT_KIND), ["demo", "test"]);
    const ownerHash = await hashPassword(DEMO_OWNER.password);
    const adminHash = await hashPassword(DEMO_ADMIN.password);
    return await ctx.runMutation(internal.testing.plantDemo, {
      ownerHash,
      adminHash,
    });
  },
});

/** The part of seedDemo that writes, in one transaction. */
export const plantDemo = internalMutation({
  args: { ownerHash: v.string(), adminHash: v.string() },
  returns: v.object({ lines: v.array(v.string()) }),
  handler: async (ctx, hashes) => {
    ensureKind(deploymentKind(process.env.DEPLOYMENT_KIND), ["demo", "test"]);
    const businessId = await seedDemoBusiness(ctx, hashes, Date.now());
    return { lines: demoLines(businessId) };
  },
});

/** Deletes every row, a bite at a time; `done` says whether anything is left. Tests only. */
export const reset = internalMutation({
  args: {},
  returns: v.object({ done: v.boolean() }),
  handler: async (ctx) => {
    ensureKind(deploymentKind(process.env.DEPLOYMENT_KIND), ["test"]);
    return { done: await eraseEverything(ctx) };
  },
});
