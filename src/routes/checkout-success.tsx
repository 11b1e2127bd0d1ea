/** /checkout-success: back from paying. Texts and timings: specification, public part §4, §8, §9. */
import { useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { texts } from "../../convex/model/texts";
import { useConfirmation } from "../features/billing/use-confirmation";
import { useFreshness } from "../lib/connection";
import { useSession } from "../lib/me";
import { loginPath, paths } from "../lib/paths";
import { ButtonLink } from "../ui/button-link";
import { TroubleScreen, WaitingScreen } from "../ui/waiting";

/** How long 'confirmed' can be read. */
const REDIRECT_MS = 1_500;
const TITLE = "Your payment";

/** Only confirms: the account was there before the payment, and what was bought the server reads from Stripe. */
export default function CheckoutSuccessScreen() {
  const [query] = useSearchParams();
  const sessionId = query.get("session_id");
  const complete = sessionId !== null && query.get("plan") !== null;
  const session = useSession();
  const { live } = useFreshness();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const confirmation = useConfirmation(session, complete ? sessionId : null);
  const known = session.is === "signedIn";
  const goesOn =
    complete &&
    known &&
    (confirmation.is === "confirmed" || confirmation.is === "unconfirmed");

  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = window.setTimeout(() => {
      // The wizard waits for what has not arrived yet.
      void navigate(paths.setup, { replace: true, state: { paid: true } });
    }, REDIRECT_MS);
    return () => window.clearTimeout(timer);
  }, [goesOn, navigate]);

  if (!complete) {
    return (
      <TroubleScreen title={TITLE} text={texts.sessionOrPlanMissing}>
        <ButtonLink variant="primary" size="hero" to={paths.dashboard}>
          Go to Dashboard
        </ButtonLink>
      </TroubleScreen>
    );
  }
  if (session.is === "signedOut") {
    return (
      <TroubleScreen title={TITLE} text={texts.userNotFound}>
        <ButtonLink
          variant="primary"
          size="hero"
          to={loginPath(pathname + search)}
        >
          Go to Login
        </ButtonLink>
      </TroubleScreen>
    );
  }
  if (known && confirmation.is === "refused") {
    return (
      <TroubleScreen title={TITLE} text={confirmation.message}>
        <ButtonLink variant="primary" size="hero" to={paths.paymentRequired}>
          Choose a plan
        </ButtonLink>
      </TroubleScreen>
    );
  }
  const text = !known
    ? "Verifying your account..."
    : confirmation.is === "confirmed"
      ? "Payment confirmed. Setting up your account..."
      : "Confirming your payment...";
  return <WaitingScreen title={TITLE} text={text} offline={!live} />;
}
