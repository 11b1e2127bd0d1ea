/** Stripe's events that flag a subscription for an admin. Access depends only on Stripe's status. */
import type { Infer } from "convex/values";
import type { paymentFlag } from "../../business/rules/standing";

type Flag = Infer<typeof paymentFlag>;

const FLAGS: ReadonlyMap<string, Flag> = new Map([
  ["charge.refunded", "refunded"],
  ["charge.dispute.created", "disputed"],
]);

/** The flag that an event sets; undefined for all others. */
export function flagOf(type: string | undefined): Flag | undefined {
  return type === undefined ? undefined : FLAGS.get(type);
}
