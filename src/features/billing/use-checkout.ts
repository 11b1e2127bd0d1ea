/** The ways to the payment service. Each call gives where to go; nothing here knows an amount. */
import { useAction } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { SoldPlan } from "../../../convex/model/plans";
import { texts } from "../../../convex/model/texts";
import { errorText } from "../../lib/error-text";
import { leaveFor, onReturn } from "../../lib/leave-for";
import { CHECKOUT_TIMEOUT_MS, within } from "../../lib/within";

type Answer = { ok: true; url?: string } | { ok: false; message: string };

/** One way at a time: `busy` until the browser has left, or come back with "Back". */
function useWay() {
  const [busy, setBusy] = useState(false);
  useEffect(() => onReturn(() => setBusy(false)), []);
  /** The sentence of a refusal, or null: the browser is leaving, or it is done. */
  const go = useCallback(
    async (ask: () => Promise<Answer>, fallback: string) => {
      setBusy(true);
      try {
        const answer = await within(ask(), CHECKOUT_TIMEOUT_MS);
        if (answer.ok && answer.url !== undefined) {
          leaveFor(answer.url);
          return null;
        }
        setBusy(false);
        return answer.ok ? null : answer.message;
      } catch (error) {
        setBusy(false);
        return errorText(error, fallback);
      }
    },
    [],
  );
  return { busy, go };
}

/** Pays for a plan. `pay` resolves to the sentence of a refusal, or to null while the browser leaves. */
export function useCheckout() {
  const start = useAction(api.billing.startCheckout);
  const { busy, go } = useWay();
  const pay = useCallback(
    (plan: SoldPlan) =>
      go(async () => {
        try {
          return await start({ plan });
        } catch {
          // Once more: the same wish gives the same checkout, never a second one.
          return await start({ plan });
        }
      }, texts.paymentNotStarted),
    [go, start],
  );
  return { busy, pay };
}

/** Why the plan has not been raised. `card`: asking again helps only after the card has been changed. */
export type NotUpgraded = { message: string; card: boolean };

/** Raises the plan; leads to the payment only when there is nothing to raise. */
export function useUpgrade() {
  const raise = useAction(api.billing.upgrade);
  const { busy, go } = useWay();
  const upgrade = useCallback(
    async (plan: SoldPlan): Promise<NotUpgraded | null> => {
      let card = false;
      const message = await go(async () => {
        const answer = await raise({ plan });
        card = !answer.ok && answer.card === "declined";
        return answer;
      }, texts.upgradeFailed);
      return message === null ? null : { message, card };
    },
    [go, raise],
  );
  return { busy, upgrade };
}

/** Opens the page for card, bills and cancelling. */
export function usePortal() {
  const open = useAction(api.billing.openPortal);
  const { busy, go } = useWay();
  const openPortal = useCallback(
    () => go(() => open({}), texts.paymentNotStarted),
    [go, open],
  );
  return { busy, openPortal };
}
