/** Receives customers' texts. http.ts calls it after checking Twilio's signature. */
import { v } from "convex/values";
import { takeReply } from "./data/smsReplies";
import { internalMutation } from "../functions";
import { pairHashOf } from "../base/services/caller";

/** Takes a text, once. @returns the reply; null for none */
export const received = internalMutation({
  args: {
    sid: v.string(),
    phone: v.string(),
    sender: v.string(),
    body: v.string(),
    isAnswered: v.boolean(),
    businessIds: v.nullable(v.array(v.id("businesses"))),
  },
  returns: v.nullable(v.string()),
  handler: async (ctx, inbound) => {
    const pairHash = await pairHashOf(inbound.sender, inbound.phone);
    return await takeReply(ctx, { ...inbound, pairHash }, Date.now());
  },
});
