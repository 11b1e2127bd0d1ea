/** How the platform is running, for admins: the product's waiting work, and the server. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { figuresOfProduct } from "./data/operations";
import { adminAction, internalQuery } from "../functions";
import { askEngine } from "./services/engine";
import { environment } from "../base/services/env";
import {
  lookAnswer,
  productFigures,
  troublesOf,
  type Look,
  type ProductFigures,
} from "./rules/operations";

export const look = adminAction({
  args: {},
  returns: lookAnswer,
  handler: async (ctx): Promise<Look> => {
    const at = Date.now();
    const product: ProductFigures = await ctx.runQuery(
      internal.upkeep.operations.product,
      { at },
    );
    const { engine } = environment();
    const figures = engine === null ? null : await askEngine(engine);
    const server =
      figures !== null
        ? { kind: "figures" as const, figures }
        : {
            kind: engine === null ? ("elsewhere" as const) : ("away" as const),
          };
    const seen = { at, product, server };
    return { ...seen, troubles: troublesOf(seen) };
  },
});

export const product = internalQuery({
  args: { at: v.number() },
  returns: productFigures,
  handler: async (ctx, { at }) => await figuresOfProduct(ctx, at),
});
