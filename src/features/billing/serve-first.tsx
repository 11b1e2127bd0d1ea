/** After a lapse: the people still in the queues, and a possibly open invoice. */
import { ExternalLink, Users } from "lucide-react";
import { outsideAddress } from "../../lib/address/leave-for";
import { servePath } from "../../lib/address/paths";
import type { Subscription } from "../../lib/account/subscription";
import { everyone } from "../../strings/everyone";
import { payment as strings } from "../../strings/payment";
import { signedIn } from "../../strings/signed-in";
import { Banner } from "../../ui/banner";
import { ButtonLink } from "../../ui/button-link";
import { useManageBilling } from "./manage-billing";
import { Button, ButtonAnchor } from "../../ui/button";

/** Empty for an account that has never paid. */
export function ServeFirst({ subscription }: { subscription: Subscription }) {
  const billing = useManageBilling();
  if (subscription.state !== "lapsed") return null;
  const people = subscription.activeTickets ?? 0;
  return (
    <>
      {people > 0 && (
        <Banner tone="warn" icon={Users}>
          {strings.stillThere(people)}
          <span className="mt-3 block">
            <ButtonLink to={servePath}>{strings.serveThem}</ButtonLink>
          </span>
        </Banner>
      )}
      {subscription.isOnHold && subscription.confirmUrl !== null ? (
        <ButtonAnchor
          variant="primary"
          size="hero"
          icon={ExternalLink}
          href={outsideAddress(subscription.confirmUrl)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {signedIn.confirmAtBank}
        </ButtonAnchor>
      ) : subscription.isOnHold ? (
        <Button
          variant="primary"
          size="hero"
          busy={billing.busy}
          busyText={everyone.processing}
          onClick={billing.open}
        >
          {signedIn.payBill}
        </Button>
      ) : (
        subscription.canManage && (
          <p className="flex flex-wrap items-center gap-x-6 text-ink-2">
            {strings.billOpen}
            <Button
              variant="link"
              // Aligns it with the text when it starts a line.
              className="-mx-4"
              busy={billing.busy}
              busyText={everyone.processing}
              onClick={billing.open}
            >
              {signedIn.manageBilling}
            </Button>
          </p>
        )
      )}
    </>
  );
}
