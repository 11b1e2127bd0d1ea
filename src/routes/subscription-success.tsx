/** /subscription-success: the return from paying for an upgrade (product.md M8). */
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useConfirmation } from "../features/billing/use-confirmation";
import { OwnerGate } from "../features/shell/owner-gate";
import { useFreshness } from "../lib/server/connection";
import { useSession } from "../lib/account/me";
import { paths } from "../lib/address/paths";
import { payment as strings } from "../strings/payment";
import { ButtonLink } from "../ui/button-link";
import { showError } from "../ui/toast";
import { TroubleScreen } from "../ui/something-wrong";
import { WaitingScreen } from "../ui/waiting";

const TITLE = strings.subscription;

export default function SubscriptionSuccessScreen() {
  return (
    <OwnerGate
      at={paths.subscriptionSuccess}
      requires="session"
      title={TITLE}
      unread={strings.userNotRetrieved}
      atOnce
    >
      {() => <Confirming />}
    </OwnerGate>
  );
}

function Confirming() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const { live } = useFreshness();
  // The plan in the address is never trusted. Without one this is no return from a payment.
  const complete = query.get("plan") !== null;
  const confirmation = useConfirmation(
    session,
    complete ? query.get("session_id") : null,
  );
  const outcome = complete ? confirmation.is : null;

  useEffect(() => {
    if (outcome === "unconfirmed") {
      showError(strings.notConfirmed);
    }
    if (outcome === "unconfirmed" || outcome === "confirmed") {
      void navigate(paths.dashboard, { replace: true });
    }
  }, [outcome, navigate]);

  if (outcome === null || confirmation.is === "refused") {
    return (
      <TroubleScreen
        title={TITLE}
        text={
          confirmation.is === "refused"
            ? confirmation.message
            : strings.planMissing
        }
      >
        <ButtonLink variant="primary" size="hero" to={paths.dashboard}>
          {strings.toDashboard}
        </ButtonLink>
      </TroubleScreen>
    );
  }
  return (
    <WaitingScreen
      title={TITLE}
      text={strings.confirmingSubscription}
      offline={!live}
      atOnce
    />
  );
}
