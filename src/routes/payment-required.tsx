/** /payment-required: the choice of a plan (product.md G1). */
import { useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router-dom";
import {
  firstPlan,
  plans,
  soldPlans,
  type SoldPlan,
} from "../../convex/base/rules/plans";
import { PaymentFrame } from "../features/billing/payment-frame";
import { PlanChoice } from "../features/billing/plan-choice";
import { ServeFirst } from "../features/billing/serve-first";
import { StandInNote } from "../features/billing/stand-in-note";
import { useCheckout } from "../features/billing/use-checkout";
import { LogOut } from "../features/shell/log-out";
import { useFreshness } from "../lib/server/connection";
import { useSession } from "../lib/account/me";
import { priceOf } from "../lib/account/plan-words";
import { loginPath, paths } from "../lib/address/paths";
import type { Subscription } from "../lib/account/subscription";
import { parts } from "../strings/parts";
import { payment as strings } from "../strings/payment";
import { errorText, refusalText } from "../strings/refusals/visitor";
import { Banner } from "../ui/banner";
import { OfflineBanner } from "../ui/live";
import { showError } from "../ui/toast";
import { WaitingScreen } from "../ui/waiting";
import { CircleAlert, Undo2 } from "lucide-react";

const WAITING = strings.yourPlan;

/** Public. Paying users continue to the dashboard, also at the moment a payment arrives. */
export default function PaymentRequiredScreen() {
  const session = useSession();
  const { live } = useFreshness();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const cancelled = soldPlans.find((plan) => plan === query.get("cancelled"));
  const { busy, pay } = useCheckout();
  const [chosen, setChosen] = useState<SoldPlan>(firstPlan);
  const [refusal, setRefusal] = useState<string | null>(null);

  if (session.is === "checking" || session.is === "loading") {
    return (
      <WaitingScreen title={WAITING} text={strings.verifying} offline={!live} />
    );
  }
  const me = session.is === "signedIn" ? session.me : null;
  // Paid, not theirs to pay, or an admin's account or a broken one: the dashboard's gate handles it.
  const subscription = me?.business?.subscription ?? null;
  const isPayer = me?.business?.role === "owner";
  if (me !== null && (!isPayer || subscription?.isSubscribed !== false)) {
    return <Navigate to={paths.dashboard} replace />;
  }
  // A second subscription would be charged besides the one whose invoice is open.
  const isOnHold = subscription?.isOnHold === true;

  const choose = async (plan: SoldPlan) => {
    if (session.is === "signedOut") {
      showError(refusalText({ code: "notSignedIn" }));
      void navigate(loginPath(paths.paymentRequired));
      return;
    }
    setChosen(plan);
    setRefusal(null);
    const refused = await pay(plan);
    setRefusal(refused && refusalText(refused));
  };

  return (
    <PaymentFrame
      title={titleOf(subscription)}
      text={textFor(subscription)}
      account={
        session.is === "signedOut" ? (
          <Link
            to={loginPath(paths.paymentRequired)}
            className="inline-flex min-h-11 items-center font-semibold text-brand-text underline underline-offset-4"
          >
            {strings.logIn}
          </Link>
        ) : (
          <>
            <span className="hidden max-w-60 truncate text-ink-2 sm:block">
              {me?.email}
            </span>
            <LogOut />
          </>
        )
      }
    >
      {cancelled !== undefined && (
        <Banner tone="info" icon={Undo2}>
          {strings.cancelled(plans[cancelled].label, priceOf(cancelled))}
        </Banner>
      )}
      <StandInNote />
      {subscription !== null && <ServeFirst subscription={subscription} />}
      {!live && <OfflineBanner />}
      {session.is === "failed" && (
        <Banner tone="danger" icon={CircleAlert}>
          {parts.session.notChecked(
            errorText(session.error, parts.session.noAnswer),
          )}
        </Banner>
      )}
      {refusal !== null && (
        <Banner tone="danger" icon={CircleAlert}>
          {refusal}
        </Banner>
      )}
      {!isOnHold && (
        <PlanChoice
          waiting={busy ? chosen : null}
          disabled={!live}
          onChoose={(plan) => void choose(plan)}
        />
      )}
      {me !== null && (
        <p className="flex flex-wrap gap-x-6">
          <OtherPage to={paths.profile}>{strings.profile}</OtherPage>
          <OtherPage to={paths.support}>{strings.support}</OtherPage>
        </p>
      )}
    </PaymentFrame>
  );
}

function OtherPage(props: { to: string; children: string }) {
  return (
    <Link
      {...props}
      className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
    />
  );
}

function titleOf(subscription: Subscription | null): string {
  if (subscription?.isOnHold) return strings.onHold;
  if (subscription?.isUnpaid) return strings.unpaid;
  return subscription?.state === "lapsed" ? strings.ended : strings.chooseYours;
}

function textFor(subscription: Subscription | null): string {
  if (subscription?.isOnHold) return strings.onHoldMeaning;
  return subscription?.isUnpaid
    ? `${strings.unpaidMeaning} ${strings.prices}`
    : strings.prices;
}
