/** Sign-up in its two steps: the account, then the way to the payment. Texts: specification, public part §4, §8. */
import { useConvexAuth } from "convex/react";
import { useEffect, useRef, useState } from "react";
import type { SoldPlan } from "../../../convex/model/plans";
import { showSuccess } from "../../ui/toast";
import { useCredentials } from "./use-credentials";
import { visitors as texts } from "../../texts/visitors";

type Account = {
  businessName: string;
  email: string;
  password: string;
  timezone: string;
};

/** How long a new session may take to reach the connection (specification, public part §9: safety timeout). */
const SESSION_MS = 6_000;

/** How far it is; what the button says. */
export type SignUpStep = "editing" | "account" | "payment";

/** What follows once the session is there: paying for a plan, or for an account that was there before null. */
type Sequel = { plan: SoldPlan | null };

/**
 * What the form needs.
 * @param on what the route does: while it runs, nobody is led away because of
 *   the new session; a new account goes to pay, a known one to the wizard
 */
export function useSignUp(on: {
  begin: () => void;
  refused: () => void;
  pay: (plan: SoldPlan) => void;
  welcomeBack: () => void;
}) {
  const fresh = useCredentials("signUp");
  const known = useCredentials("signIn");
  const { isAuthenticated } = useConvexAuth();
  const [step, setStep] = useState<SignUpStep>("editing");
  const [sequel, setSequel] = useState<Sequel | null>(null);
  const [lost, setLost] = useState(false);
  const [mayBeKnown, setMayBeKnown] = useState(false);

  // The session exists before the connection has it; paying before that would be refused.
  const gone = useRef(false);
  useEffect(() => {
    if (sequel === null || !isAuthenticated || gone.current) return;
    gone.current = true;
    if (sequel.plan !== null) on.pay(sequel.plan);
    else {
      showSuccess(texts.account.welcomeBack);
      on.welcomeBack();
    }
  }, [sequel, isAuthenticated, on]);

  useEffect(() => {
    if (sequel === null || isAuthenticated) return undefined;
    const timer = window.setTimeout(() => {
      setSequel(null);
      setLost(true);
      setStep("editing");
      on.refused();
    }, SESSION_MS);
    return () => window.clearTimeout(timer);
  }, [sequel, isAuthenticated, on]);

  const submit = async (account: Account, plan: SoldPlan): Promise<void> => {
    setStep("account");
    setLost(false);
    setMayBeKnown(false);
    on.begin();
    const refusal = await fresh.send(account);
    if (refusal === null) {
      setStep("payment");
      setSequel({ plan });
      return;
    }
    // The address may have an account; whoever has typed its password is let in, a wrong one reads like every refusal.
    if (refusal === "signUpFailed") {
      const { email, password } = account;
      if ((await known.send({ email, password })) === null) {
        setSequel({ plan: null });
        return;
      }
    }
    setMayBeKnown(refusal === "signUpFailed");
    setStep("editing");
    on.refused();
  };
  const refusal = lost ? texts.account.noUserAfterSignUp : fresh.refusal;
  return {
    step,
    slow: fresh.slow || known.slow,
    refusal: step === "editing" ? refusal : null,
    /** The address may have an account: said of every one that is refused. */
    mayBeKnown: mayBeKnown && !lost && step === "editing",
    submit,
  };
}
