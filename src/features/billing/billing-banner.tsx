/** The owner's notices about the subscription, at the top of the dashboard. */
import { CalendarX, CreditCard } from "lucide-react";
import { Link } from "react-router-dom";
import { dayOf } from "../../lib/time/format";
import { outsideAddress } from "../../lib/address/leave-for";
import { paths } from "../../lib/address/paths";
import type { Subscription } from "../../lib/account/subscription";
import { dashboard as strings } from "../../strings/dashboard";
import { signedIn } from "../../strings/signed-in";
import { Banner, bannerLink } from "../../ui/banner";
import { ManageBilling } from "./manage-billing";

export function BillingBanner(props: {
  subscription: Subscription;
  timeZone: string;
}) {
  const { subscription, timeZone } = props;
  const { state, graceEndsAt, cancelAt, canManage, confirmUrl } = subscription;
  const { isOnHold, isUnpaid } = subscription;
  if (state === "lapsed") {
    return (
      <Banner tone="danger" icon={CreditCard}>
        {isOnHold
          ? strings.billing.onHold
          : isUnpaid
            ? strings.billing.unpaid
            : strings.billing.lapsed}{" "}
        <Link to={paths.paymentRequired} className={bannerLink}>
          {isOnHold ? signedIn.payBill : strings.queues.choosePlan}
        </Link>
      </Banner>
    );
  }
  if (state === "pastDue" && confirmUrl !== null && graceEndsAt !== null) {
    return (
      <Banner tone="danger" icon={CreditCard}>
        {strings.billing.bankAsks}{" "}
        {strings.billing.confirmBefore(dayOf(graceEndsAt, timeZone))}{" "}
        <a
          className={bannerLink}
          href={outsideAddress(confirmUrl)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {signedIn.confirmAtBank}
        </a>
      </Banner>
    );
  }
  if (state === "pastDue") {
    return (
      <Banner tone="danger" icon={CreditCard}>
        {strings.billing.failed}{" "}
        {graceEndsAt === null
          ? strings.billing.payBill
          : strings.billing.payBillBefore(dayOf(graceEndsAt, timeZone))}{" "}
        {canManage && <ManageBilling className={bannerLink} />}
      </Banner>
    );
  }
  if (cancelAt === null) return null;
  return (
    <Banner tone="info" icon={CalendarX}>
      {strings.billing.ends(dayOf(cancelAt, timeZone))}{" "}
      {canManage && <ManageBilling className={bannerLink} />}
    </Banner>
  );
}
