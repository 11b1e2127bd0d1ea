/** The calls that lead to the payment service. Each returns an address; no amounts are here. */
import { useAction } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { SoldPlan } from "../../../convex/base/rules/plans";
import type { VisitorRefusal } from "../../../convex/base/rules/refusals";
import { leaveFor, onReturn } from "../../lib/address/leave-for";
import { CHECKOUT_TIMEOUT_MS, within } from "../../lib/server/within";
import { refusalIn } from "../../strings/refusals/visitor";

type Answer = { ok: true; url?: string } | ({ ok: false } & VisitorRefusal);

/** One call at a time: `busy` until the browser has left, or returns with "Back". */
function useWay() {
  const [busy, setBusy] = useState(false);
  useEffect(() => onReturn(() => setBusy(false)), []);
  /** Resolves to a refusal, or to null: the browser leaves, or it is done. `failure` covers other errors. */
  const go = useCallback(
    async (
      ask: () => Promise<Answer>,
      failure: "paymentNotStarted" | "upgradeFailed",
    ): Promise<VisitorRefusal | null> => {
      setBusy(true);
      try {
        const answer = await within(ask(), CHECKOUT_TIMEOUT_MS);
        if (answer.ok && answer.url !== undefined) {
          leaveFor(answer.url);
          return null;
        }
        setBusy(false);
        return answer.ok ? null : answer;
      } catch (error) {
        setBusy(false);
        return refusalIn(error) ?? { code: failure };
      }
    },
    [],
  );
  return { busy, go };
}

/** `pay` resolves to a refusal, or to null while the browser leaves. */
export function useCheckout() {
  const start = useAction(api.billing.payments.startCheckout);
  const { busy, go } = useWay();
  const pay = useCallback(
    (plan: SoldPlan) =>
      go(async () => {
        try {
          return await start({ plan });
        } catch {
          // Retry once: the same request gives the same checkout, never a second one.
          return await start({ plan });
        }
      }, "paymentNotStarted"),
    [go, start],
  );
  return { busy, pay };
}

/** Upgrades the plan; leads to the payment only without a subscription. `upgrade` resolves like `pay`. */
export function useUpgrade() {
  const raise = useAction(api.billing.payments.upgrade);
  const { busy, go } = useWay();
  const upgrade = useCallback(
    (plan: SoldPlan) => go(() => raise({ plan }), "upgradeFailed"),
    [go, raise],
  );
  return { busy, upgrade };
}

export function usePortal() {
  const open = useAction(api.billing.payments.openPortal);
  const { busy, go } = useWay();
  const openPortal = useCallback(
    () => go(() => open({}), "paymentNotStarted"),
    [go, open],
  );
  return { busy, openPortal };
}
