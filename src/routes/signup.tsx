/** /signup, with ?plan= from the price list. */
import { useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { AccountFrame, inlineLink } from "../features/account/frame";
import { SignupForm } from "../features/account/signup-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { useSignUp } from "../features/account/use-sign-up";
import { StandInNote } from "../features/billing/stand-in-note";
import { useCheckout } from "../features/billing/use-checkout";
import { api } from "../../convex/_generated/api";
import type { SoldPlan } from "../../convex/base/rules/plans";
import { paths } from "../lib/address/paths";
import { soldPlanOf } from "../lib/account/sold-plan";
import { WITHOUT_PAYMENT } from "../lib/server/without-payment";
import { account } from "../strings/account";
import { payment } from "../strings/payment";
import { refusalText } from "../strings/refusals/visitor";
import { showError } from "../ui/toast";

/** product.md S7; A9: when sign-up is closed, it says so instead of showing the form. */
export default function SignupScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [signingUp, setSigningUp] = useState(false);
  useArriveSignedIn(signingUp ? null : paths.dashboard);
  const { pay } = useCheckout();
  const next = useMemo(
    () => ({
      begin: () => setSigningUp(true),
      refused: () => setSigningUp(false),
      pay: (plan: SoldPlan) => {
        void pay(plan).then((refusal) => {
          if (refusal === null) return;
          const unknown = refusal.code === "paymentNotStarted";
          showError(
            unknown
              ? payment.setupFailed
              : payment.setupFailedBecause(refusalText(refusal)),
          );
          void navigate(paths.paymentRequired, { replace: true });
        });
      },
      setUp: () => void navigate(paths.setup, { replace: true }),
    }),
    [navigate, pay],
  );
  const signUp = useSignUp(next);
  const services = useQuery(api.account.deployment.current);
  // Until the server answers, the client's own build setting.
  const isFree =
    services === undefined
      ? WITHOUT_PAYMENT
      : services.payments === "notNeeded";
  const { title, about, haveAccount, logIn, closed, closedText } =
    account.signUp;
  return (
    <AccountFrame
      title={title}
      about={about}
      below={
        <>
          {haveAccount}{" "}
          <Link to={paths.login} className={inlineLink}>
            {logIn}
          </Link>
        </>
      }
    >
      {services?.signUp === "closed" ? (
        <div role="status" className="grid gap-2">
          <p className="text-lg font-bold">{closed}</p>
          <p className="text-ink-2">{closedText}</p>
        </div>
      ) : (
        <SignupForm
          plan={isFree ? null : soldPlanOf(query.get("plan"))}
          isListed={services?.signUp === "listed"}
          signUp={signUp}
          note={isFree ? null : <StandInNote />}
        />
      )}
    </AccountFrame>
  );
}
