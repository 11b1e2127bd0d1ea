/**
 * A made-up next version of the product: every Stripe event says whether it was live, and a migration adds this to
 * existing ones. With functions to plant such events and to read them.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PRODUCT } from "../bench/engine/product.ts";

/** A batch of the made-up migration. */
export const BATCH = 50;

const MIGRATION = (failsAt: string) => `
  import { v } from "convex/values";
  import { define } from "../define";
  export const eventLive = define({
    name: "eventLive",
    table: "stripeEvents",
    batchSize: ${BATCH},
    older: { isLive: v.optional(v.boolean()) },
    migrateOne: ({ isLive, eventId }) => {
      if (eventId === "${failsAt}") throw new Error("nobody knows");
      return isLive === undefined ? { isLive: true } : undefined;
    },
  });`;

const PLANTING = `
  import { v } from "convex/values";
  import { internalMutation, internalQuery } from "./functions";
  export const plant = internalMutation({
    args: { count: v.number() },
    returns: v.null(),
    handler: async (ctx, { count }) => {
      for (let n = 0; n < count; n++)
        await ctx.db.insert("stripeEvents", { eventId: \`evt_\${n}\`, type: "made up", at: Date.now() });
      return null;
    },
  });
  export const first = internalQuery({
    args: {},
    returns: v.any(),
    handler: async (ctx) => await ctx.db.query("stripeEvents").first(),
  });
  export const last = internalQuery({
    args: {},
    returns: v.any(),
    handler: async (ctx) => await ctx.db.query("stripeEvents").order("desc").first(),
  });`;

/** Copies the product's functions and adds those for planting. @param folder the copy, made if it is missing */
export function copyVersion(folder: string): void {
  cpSync(PRODUCT, folder, { recursive: true });
  writeFileSync(join(folder, "planting.ts"), PLANTING);
}

/** Makes a copy the next version. @param failsAt the event at which the migration fails; none by default */
export function makeNext(folder: string, failsAt = "none"): void {
  const rules = join(folder, "migrations", "rules");
  writeFileSync(join(rules, "steps", "eventLive.ts"), MIGRATION(failsAt));
  const list = join(rules, "list.ts");
  change(list, "export const migrations", "const older");
  const text = readFileSync(list, "utf8");
  writeFileSync(
    list,
    `import { eventLive } from "./steps/eventLive";\n${text}\nexport const migrations = [...older, eventLive];`,
  );
  change(
    join(folder, "billing", "tables.ts"),
    "eventId: v.string(),",
    "eventId: v.string(), isLive: v.boolean(),",
  );
}

function change(file: string, from: string, to: string): void {
  const parts = readFileSync(file, "utf8").split(from);
  if (parts.length !== 2) throw new Error(`${file}: not once: ${from}`);
  writeFileSync(file, parts.join(to));
}
