/** /signup, with ?plan= from the price list. */
import { useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { AccountFrame, inlineLink } from "../features/account/frame";
import { SignupForm } from "../features/account/signup-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { useSignUp } from "../features/account/use-sign-up";
import { StandInNote } from "../features/billing/stand-in-note";
import { useCheckout } from "../features/billing/use-checkout";
import type { SoldPlan } from "../../convex/model/plans";
import { paths } from "../lib/paths";
import { soldPlanOf } from "../lib/sold-plan";
import { visitors as texts, refusalText } from "../texts/visitors";
import { showError } from "../ui/toast";

/** Specification, public part §2: plan "pro" selects Pro, anything else Starter. */
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
              ? texts.payment.setupFailed
              : texts.payment.setupFailedBecause(refusalText(refusal)),
          );
          void navigate(paths.paymentRequired, { replace: true });
        });
      },
      welcomeBack: () => void navigate(paths.setup, { replace: true }),
    }),
    [navigate, pay],
  );
  const signUp = useSignUp(next);
  return (
    <AccountFrame
      title="Join Yourturn"
      below={
        <>
          Already have an account?{" "}
          <Link to={paths.login} className={inlineLink}>
            Log in
          </Link>
        </>
      }
    >
      <SignupForm
        plan={soldPlanOf(query.get("plan"))}
        signUp={signUp}
        note={<StandInNote />}
      />
    </AccountFrame>
  );
}
