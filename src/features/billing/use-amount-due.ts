/** The cost of an upgrade today, computed by the payment service. */
import { useAction } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { SoldPlan } from "../../../convex/base/rules/plans";
import { CHECKOUT_TIMEOUT_MS, within } from "../../lib/server/within";
import { invoiceTotal } from "./invoice-words";

export type AmountDue =
  | { is: "asking" }
  | { is: "known"; amount: string }
  | { is: "elsewhere" }
  | { is: "unknown" };

export function useAmountDue(plan: SoldPlan): AmountDue {
  const preview = useAction(api.billing.payments.previewUpgrade);
  const [due, setDue] = useState<AmountDue>({ is: "asking" });
  useEffect(() => {
    let over = false;
    const ask = async (): Promise<AmountDue> => {
      try {
        const given = await within(preview({ plan }), CHECKOUT_TIMEOUT_MS);
        if (!given.ok) return { is: "unknown" };
        if (given.due === null) return { is: "elsewhere" };
        const { amount, currency } = given.due;
        return { is: "known", amount: invoiceTotal(amount, currency) };
      } catch {
        return { is: "unknown" };
      }
    };
    void ask().then((answer) => {
      if (!over) setDue(answer);
    });
    return () => {
      over = true;
    };
  }, [preview, plan]);
  return due;
}
