/** The calls that lead to the payment service. Each returns an address; no amounts are here. */
import { useAuthToken } from "@convex-dev/auth/react";
import { useAction } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type { SoldPlan } from "../../../convex/base/rules/plans";
import type {
  OwnerRefusal,
  VisitorRefusal,
} from "../../../convex/base/rules/refusals";
import { leaveFor, onReturn } from "../../lib/address/leave-for";
import { ownerCall } from "../../lib/server/owner-call";
import { CHECKOUT_TIMEOUT_MS, within } from "../../lib/server/within";
import { refusalIn } from "../../strings/refusals/visitor";

type Answer<Refusal> = { ok: true; url?: string } | ({ ok: false } & Refusal);

const limited = <T>(call: Promise<T>) => within(call, CHECKOUT_TIMEOUT_MS);

/** One call at a time: `busy` until the browser has left, or returns with "Back". */
function useWay() {
  const [busy, setBusy] = useState(false);
  useEffect(() => onReturn(() => setBusy(false)), []);
  /** Resolves to a refusal, or to null: the browser leaves, or it is done. `failure` covers other errors. */
  const go = useCallback(
    async <Refusal extends OwnerRefusal>(
      ask: () => Promise<Answer<Refusal>>,
      failure: "paymentNotStarted" | "upgradeFailed",
    ): Promise<Refusal | VisitorRefusal | null> => {
      setBusy(true);
      try {
        const answer = await ask();
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

/** `pay` resolves to a refusal, or to null while the browser leaves. A call that fails is tried again (product.md M8). */
export function useCheckout() {
  const start = useAction(api.billing.payments.startCheckout);
  const token = useAuthToken();
  const { busy, go } = useWay();
  const pay = useCallback(
    (plan: SoldPlan) =>
      go<VisitorRefusal>(async () => {
        try {
          const answer = await limited(start({ plan }));
          if (answer.ok || answer.code !== "checkoutFailed") return answer;
        } catch (error) {
          if (refusalIn(error) !== null) throw error;
        }
        if (token === null) return { ok: false, code: "paymentNotStarted" };
        // The direct one needs no live connection. It gives the same checkout, never a second one.
        const path = "/api/create-direct-checkout";
        const { url } = await ownerCall(path, token, { plan });
        return { ok: true, url: String(url) };
      }, "paymentNotStarted"),
    [go, start, token],
  );
  return { busy, pay };
}

/** Upgrades the plan; leads to the payment only without a subscription. It resolves like `pay`. */
export function useUpgrade() {
  const raise = useAction(api.billing.payments.upgrade);
  const { go } = useWay();
  return (plan: SoldPlan) =>
    go<OwnerRefusal>(() => limited(raise({ plan })), "upgradeFailed");
}

export function usePortal() {
  const open = useAction(api.billing.payments.openPortal);
  const { pathname } = useLocation();
  const { busy, go } = useWay();
  const openPortal = () =>
    go<VisitorRefusal>(
      () => limited(open({ from: pathname })),
      "paymentNotStarted",
    );
  return { busy, openPortal };
}
