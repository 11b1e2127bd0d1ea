/** What an owner has to know about the subscription, at the top of the dashboard. */
import { CalendarX, CreditCard } from "lucide-react";
import { Link } from "react-router-dom";
import { dayOf } from "../../lib/format";
import { paths } from "../../lib/paths";
import type { Subscription } from "../../lib/subscription";
import { Banner, bannerLink } from "../../ui/banner";
import { ManageBilling } from "./manage-billing";

/** Nothing while all is well. */
export function BillingBanner({
  subscription,
  timeZone,
}: {
  subscription: Subscription;
  timeZone: string;
}) {
  const { state, graceEndsAt, cancelAt, canManage } = subscription;
  if (state === "lapsed") {
    return (
      <Banner tone="danger" icon={CreditCard}>
        Your subscription has ended. You can serve the people who are in your
        queues; nobody new can join.{" "}
        <Link to={paths.paymentRequired} className={bannerLink}>
          Choose a plan
        </Link>
      </Banner>
    );
  }
  if (state === "pastDue") {
    return (
      <Banner tone="danger" icon={CreditCard}>
        Your last payment failed.{" "}
        {graceEndsAt === null
          ? "Please check your card."
          : `Please check your card before ${dayOf(graceEndsAt, timeZone)}, or your queues will close.`}{" "}
        {canManage && <ManageBilling className={bannerLink} />}
      </Banner>
    );
  }
  if (cancelAt === null) return null;
  return (
    <Banner tone="info" icon={CalendarX}>
      {`Your subscription ends on ${dayOf(cancelAt, timeZone)}. Until then everything works as before. `}
      {canManage && <ManageBilling className={bannerLink} />}
    </Banner>
  );
}
