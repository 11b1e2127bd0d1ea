/** What a customer has texted us: taken once, and what they are answered. http.ts calls it when Twilio's signature is right. */
import { v } from "convex/values";
import { takeReply } from "./data/smsReplies";
import { internalMutation } from "../functions";
import { pairHashOf } from "../base/services/caller";

/** A customer has texted us. @returns what they are answered; null for nothing */
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
