/** The only place that hands a text to Twilio, once, and asks Twilio about an account. */
"use node";

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../functions";
import { environment } from "../base/services/env";
import { openAccount } from "./services/shopTwilio";
import { checkAccount, sendText } from "./services/twilio";
import { accountCheckValidator, type SentOutcome } from "./rules/sms";

/** Twilio's error code for invalid credentials. */
const NO_ACCOUNT = 20_003;

/** Sends one queued text; nothing if it was cancelled or claimed already. */
export const send = internalAction({
  args: { smsId: v.id("smsMessages") },
  returns: v.null(),
  handler: async (ctx, { smsId }) => {
    const claimed = await ctx.runMutation(internal.messages.smsSteps.claim, {
      smsId,
    });
    if (claimed === null) return;
    const { texts, callbackOrigins } = environment();
    const { own, from, to, body } = claimed;
    const account = own === null ? texts?.platform : await openAccount(own);
    // The account cannot be opened, so Twilio is not asked.
    let outcome: SentOutcome = { kind: "refused", code: NO_ACCOUNT };
    if (texts !== null && account) {
      const callback = `${callbackOrigins[0] ?? ""}/api/twilio/status?m=${smsId}`;
      const text = { from, to, body, callback };
      outcome = await sendText(account, texts.apiUrl, text);
    }
    await ctx.runMutation(internal.messages.smsSteps.settle, {
      smsId,
      outcome,
    });
  },
});

/** Asks Twilio about credentials that an owner typed. */
export const check = internalAction({
  args: { sid: v.string(), token: v.string(), from: v.string() },
  returns: accountCheckValidator,
  handler: async (_ctx, { sid, token, from }) => {
    const { texts } = environment();
    if (texts === null) return "unavailable" as const;
    return await checkAccount({ sid, token }, texts.apiUrl, from);
  },
});
