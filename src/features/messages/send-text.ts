/** Sends one text and, for those who may read the list, watches it until it is sent or has failed. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { newRequestKey } from "../../lib/server/request-key";
import { messages } from "../../strings/messages";
import { errorText, refusalText } from "../../strings/refusals/connection";
import { failureText, isUnderWay } from "./states";
import type { SentText } from "./types";

const { send: strings } = messages;

/** After this only the list shows its state. */
const WATCHED_MS = 15_000;

type Wanted = Omit<FunctionArgs<typeof api.messages.sms.send>, "requestKey">;
/** `said` is a sentence; `needsOwn`: sending requires the business's own account. */
export type Sent = { ok: boolean; said: string; needsOwn: boolean };

export async function sendText(
  convex: ConvexReactClient,
  wanted: Wanted,
  /** `hasList`: of the texts that were sent, below. */
  may: { watches: boolean; owns: boolean; hasList: boolean },
): Promise<Sent> {
  const { watches, owns, hasList } = may;
  const failed = (said: string, needsOwn = false) => ({
    ok: false,
    said,
    needsOwn,
  });
  try {
    const args = { ...wanted, requestKey: newRequestKey() };
    const answer = await convex.mutation(api.messages.sms.send, args);
    if (!answer.ok) {
      const why =
        answer.code === "smsQuotaUsed" && !owns
          ? messages.usage.usedUpAsk(answer.limit)
          : refusalText(answer);
      const isWhole = WHOLE.has(answer.code);
      return failed(
        isWhole ? why : strings.failed(why),
        answer.code === "smsQuotaUsed",
      );
    }
    if (!watches) return { ok: true, said: strings.onItsWay, needsOwn: false };
    const outcome = await settled(convex, answer.smsId);
    if (outcome === null) {
      const said = hasList ? strings.slow : strings.onItsWay;
      return { ok: true, said, needsOwn: false };
    }
    const reason = failureText(outcome);
    if (reason !== null) return failed(strings.failed(reason));
    return { ok: true, said: strings.sent, needsOwn: false };
  } catch (error) {
    return failed(strings.error(errorText(error, strings.tryAgain)));
  }
}

/** Refusals with complete sentences in the specification. */
const WHOLE = new Set<string>(["smsNotInPlan", "smsQuotaUsed"]);

/** The result of a text, as soon as it is known; null if that takes too long. */
async function settled(
  convex: ConvexReactClient,
  smsId: SentText["smsId"],
): Promise<SentText | null> {
  const watch = convex.watchQuery(api.messages.sms.recent, {});
  return await new Promise((resolve) => {
    const end = (outcome: SentText | null) => {
      stop();
      window.clearTimeout(timer);
      resolve(outcome);
    };
    const look = () => {
      const row = watch.localQueryResult()?.find((one) => one.smsId === smsId);
      if (row !== undefined && !isUnderWay(row.state)) end(row);
    };
    const stop = watch.onUpdate(look);
    const timer = window.setTimeout(() => end(null), WATCHED_MS);
    look();
  });
}
