/** /checkout-success: the return from a payment (product.md M8). */
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { useConfirmation } from "../features/billing/use-confirmation";
import { useFreshness } from "../lib/server/connection";
import { useSession, useSettledSession } from "../lib/account/me";
import { loginPath, paths } from "../lib/address/paths";
import { payment as strings } from "../strings/payment";
import { ButtonLink } from "../ui/button-link";
import { ReloadButton, TroubleScreen } from "../ui/something-wrong";
import { WaitingScreen } from "../ui/waiting";

const REDIRECT_MS = 1_500;
const TITLE = strings.title;

/** Only confirms: the account existed before the payment, and the server reads the purchase from Stripe. */
export default function CheckoutSuccessScreen() {
  const [query] = useSearchParams();
  const sessionId = query.get("session_id");
  const complete = sessionId !== null && query.get("plan") !== null;
  const session = useSettledSession(useSession());
  const { live } = useFreshness();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const confirmation = useConfirmation(session, complete ? sessionId : null);
  const known = session.is === "signedIn";
  const [wasKnown, setWasKnown] = useState(false);
  if (known && !wasKnown) setWasKnown(true);
  const goesOn =
    complete &&
    known &&
    (confirmation.is === "confirmed" || confirmation.is === "unconfirmed");

  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = window.setTimeout(() => {
      // The wizard waits for a payment that has not arrived yet.
      void navigate(paths.setup, { replace: true, state: { paid: true } });
    }, REDIRECT_MS);
    return () => window.clearTimeout(timer);
  }, [goesOn, navigate]);

  if (!complete) {
    return (
      <TroubleScreen title={TITLE} text={strings.sessionOrPlanMissing}>
        <ButtonLink variant="primary" size="hero" to={paths.dashboard}>
          {strings.toDashboard}
        </ButtonLink>
      </TroubleScreen>
    );
  }
  if (session.is === "failed") {
    return (
      <TroubleScreen title={TITLE} text={strings.userNotRetrieved}>
        <ReloadButton />
      </TroubleScreen>
    );
  }
  if (session.is === "signedOut") {
    // The session ended here, or never existed.
    const text = wasKnown
      ? strings.userNotFoundAfterPayment
      : strings.userNotFound;
    return (
      <TroubleScreen title={TITLE} text={text}>
        <ButtonLink
          variant="primary"
          size="hero"
          to={loginPath(pathname + search)}
        >
          {strings.toLogin}
        </ButtonLink>
      </TroubleScreen>
    );
  }
  if (known && confirmation.is === "refused") {
    return (
      <TroubleScreen title={TITLE} text={confirmation.message}>
        <ButtonLink variant="primary" size="hero" to={paths.paymentRequired}>
          {strings.choosePlan}
        </ButtonLink>
      </TroubleScreen>
    );
  }
  const text = !known
    ? strings.verifying
    : confirmation.is === "confirmed"
      ? strings.confirmed
      : strings.confirming;
  return <WaitingScreen title={TITLE} text={text} offline={!live} atOnce />;
}
