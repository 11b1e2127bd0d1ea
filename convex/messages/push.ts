"use node";
/** Sends pushes, in Node, which web-push needs. https://www.rfc-editor.org/rfc/rfc8030 */
import webPush from "web-push";
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { pushJobValidator, withdrawalJobValidator } from "./data/pushes";
import { internalAction } from "../functions";
import { environment, type PushSettings } from "../base/services/env";
import { urlSecret } from "../account/services/randomness";
import type { PushOutcome } from "./rules/escalation";
import { isSubscription, type Subscription } from "./rules/pushEndpoint";
import {
  keepTryingFor,
  pushWords,
  type PushMessage,
} from "./rules/pushMessages";
import { hashSecret } from "../base/rules/secrets";

const TIMEOUT_MS = 8_000;
/** https://www.rfc-editor.org/rfc/rfc8030#section-5.4 */
const TOPIC_LENGTH = 32;

/** Sends the push of a step to each browser of its ticket, once. */
export const deliver = internalAction({
  args: { stepId: v.id("alertSteps") },
  returns: v.null(),
  handler: async (ctx, { stepId }) => {
    const receipt = urlSecret();
    const job: PushJob | null = await ctx.runMutation(
      internal.messages.alerts.takePush,
      { stepId, receiptHash: await hashSecret(receipt) },
    );
    if (job === null) return;
    await ctx.runMutation(internal.messages.alerts.pushed, {
      stepId,
      outcomes: await sendAll(job, { receipt, isQuiet: false }),
    });
  },
});

/** Sends the replacement for a step's push, unless that was done or the call stands again. */
export const withdraw = internalAction({
  args: { stepId: v.id("alertSteps") },
  returns: v.null(),
  handler: async (ctx, { stepId }) => {
    const job: WithdrawalJob | null = await ctx.runMutation(
      internal.messages.alerts.takeWithdrawal,
      { stepId },
    );
    if (job !== null) await sendAll(job, { receipt: null, isQuiet: true });
  },
});

type PushJob = Infer<typeof pushJobValidator>;
type WithdrawalJob = Infer<typeof withdrawalJobValidator>;

async function sendAll(
  job: PushJob | WithdrawalJob,
  how: Pick<PushMessage, "receipt" | "isQuiet">,
) {
  const { push } = environment();
  const isCall = job.kind === "called";
  const message: PushMessage = {
    ...pushWords(job),
    tag: job.ticketId,
    path: `/join?b=${job.businessId}`,
    isCall,
    ...how,
  };
  // The push service too replaces an undelivered push of the ticket by a newer one.
  const topic = (await hashSecret(job.ticketId)).slice(0, TOPIC_LENGTH);
  const options = { ttl: keepTryingFor[job.kind], topic, urgent: isCall };
  const payload = JSON.stringify(message);
  return await Promise.all(
    job.subscriptions.map(async ({ subscriptionId, ...subscription }) => ({
      subscriptionId,
      outcome:
        push === null
          ? ("off" as const)
          : await sendPush(push, subscription, payload, options),
    })),
  );
}

/** Without retries, so a phone never rings twice. @param options `ttl`: seconds; `topic`: replaces an older one */
async function sendPush(
  settings: PushSettings,
  subscription: Subscription,
  payload: string,
  options: { ttl: number; topic: string; urgent: boolean },
): Promise<PushOutcome> {
  const { subject, publicKey, privateKey, standIn } = settings;
  const { endpoint, p256dh, auth } = subscription;
  // Checked on arrival too; this check protects the fetch.
  if (!isSubscription(subscription, standIn)) return "refused";
  try {
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payload,
      {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: options.ttl,
        topic: options.topic,
        urgency: options.urgent ? "high" : "normal",
        contentEncoding: "aes128gcm",
      },
    );
    // fetch sets the length of the body.
    const { "Content-Length": _, ...given } = headers as Record<string, string>;
    const { status } = await fetch(endpoint, {
      method,
      headers: given,
      body: new Uint8Array(body),
      // A push service must not redirect us to an unchecked address.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status >= 200 && status < 300) return "sent";
    return status === 404 || status === 410 ? "gone" : "refused";
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return isLate ? "timeout" : "unreachable";
  }
}
