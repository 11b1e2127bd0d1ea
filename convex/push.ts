"use node";
/** Sending pushes: the one action of it. When, to whom and what is data/pushes.ts; how is integrations/webPush.ts. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction } from "./functions";
import { environment } from "./integrations/env";
import { pushReceipt } from "./integrations/randomness";
import { sendPush } from "./integrations/webPush";
import {
  keepTryingFor,
  pushWords,
  type PushMessage,
} from "./model/pushMessages";
import { hashSecret } from "./model/secrets";

/** https://www.rfc-editor.org/rfc/rfc8030#section-5.4 */
const TOPIC_LENGTH = 32;

/** Sends the push of a step to each browser of its ticket, unless it is taken already or there is no more reason to. */
export const deliver = internalAction({
  args: { stepId: v.id("alertSteps") },
  returns: v.null(),
  handler: async (ctx, { stepId }) => {
    const receipt = pushReceipt();
    const receiptHash = await hashSecret(receipt);
    const job = await ctx.runMutation(internal.alerts.takePush, {
      stepId,
      receiptHash,
    });
    if (job === null) return null;
    const { push } = environment();
    const message: PushMessage = {
      ...pushWords(job),
      tag: job.ticketId,
      path: `/join?b=${job.businessId}`,
      isCall: job.kind === "called",
      receipt,
    };
    // At the service too a newer one of the ticket takes its place.
    const topic = (await hashSecret(job.ticketId)).slice(0, TOPIC_LENGTH);
    const options = {
      ttl: keepTryingFor[job.kind],
      topic,
      urgent: job.kind === "called",
    };
    const outcomes = await Promise.all(
      job.subscriptions.map(async ({ subscriptionId, ...subscription }) => ({
        subscriptionId,
        outcome:
          push === null
            ? ("off" as const)
            : await sendPush(
                push,
                subscription,
                JSON.stringify(message),
                options,
              ),
      })),
    );
    await ctx.runMutation(internal.alerts.pushed, { stepId, outcomes });
    return null;
  },
});
