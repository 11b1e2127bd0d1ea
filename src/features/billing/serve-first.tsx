/** After a lapse: the people who are still in the queues, and the bill that may be open. */
import { Users } from "lucide-react";
import { counted } from "../../lib/format";
import { servePath } from "../../lib/paths";
import type { Subscription } from "../../lib/subscription";
import { Banner } from "../../ui/banner";
import { ButtonLink } from "../../ui/button-link";
import { useManageBilling } from "./manage-billing";
import { Button } from "../../ui/button";

/** Nothing for an account that has never paid. */
export function ServeFirst({ subscription }: { subscription: Subscription }) {
  const billing = useManageBilling();
  if (subscription.state !== "lapsed") return null;
  const people = subscription.activeTickets ?? 0;
  return (
    <>
      {people > 0 && (
        <Banner tone="warn" icon={Users}>
          {`${counted(people, "person is", "people are")} still in your queues. You can serve them; nobody new can join.`}
          <span className="mt-3 block">
            <ButtonLink to={servePath}>Serve them</ButtonLink>
          </span>
        </Banner>
      )}
      {subscription.isOnHold ? (
        <Button
          variant="primary"
          size="hero"
          busy={billing.busy}
          busyText="Processing..."
          onClick={billing.open}
        >
          Pay Open Bill
        </Button>
      ) : (
        subscription.canManage && (
          <p className="flex flex-wrap items-center gap-x-3 text-ink-2">
            A bill is open, or the card has changed?
            <Button
              variant="link"
              busy={billing.busy}
              busyText="Processing..."
              onClick={billing.open}
            >
              Manage Billing
            </Button>
          </p>
        )
      )}
    </>
  );
}
