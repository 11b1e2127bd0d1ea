/** Sign-up in two steps: the account, then the payment, or the setup wizard where there is nothing to pay. */
import { useConvexAuth } from "convex/react";
import { useEffect, useRef, useState } from "react";
import type { SoldPlan } from "../../../convex/base/rules/plans";
import { showSuccess } from "../../ui/toast";
import { useCredentials } from "./use-credentials";
import { account as strings } from "../../strings/account";

type Account = {
  businessName: string;
  email: string;
  password: string;
  timezone: string;
};

/** How long a new session may take to reach the connection (product.md A7). */
const SESSION_MS = 6_000;

export type SignUpStep = "editing" | "account" | "payment";

type Sequel = { is: "pay"; plan: SoldPlan } | { is: "setUp" | "welcomeBack" };

/** While sign-up runs, the new session must not redirect. */
export function useSignUp(on: {
  begin: () => void;
  refused: () => void;
  pay: (plan: SoldPlan) => void;
  setUp: () => void;
}) {
  const fresh = useCredentials("signUp");
  const known = useCredentials("signIn");
  const { isAuthenticated } = useConvexAuth();
  const [step, setStep] = useState<SignUpStep>("editing");
  const [sequel, setSequel] = useState<Sequel | null>(null);
  const [lost, setLost] = useState(false);
  const [mayBeKnown, setMayBeKnown] = useState(false);

  // The session exists before the connection has it. A payment before that would be refused.
  const gone = useRef(false);
  useEffect(() => {
    if (sequel === null || !isAuthenticated || gone.current) return;
    gone.current = true;
    if (sequel.is === "pay") {
      on.pay(sequel.plan);
      return;
    }
    if (sequel.is === "welcomeBack") showSuccess(strings.welcomeBack);
    on.setUp();
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

  const submit = async (
    account: Account,
    plan: SoldPlan | null,
  ): Promise<void> => {
    setStep("account");
    setLost(false);
    setMayBeKnown(false);
    on.begin();
    const refusal = await fresh.send(account);
    if (refusal === null) {
      if (plan !== null) setStep("payment");
      setSequel(plan === null ? { is: "setUp" } : { is: "pay", plan });
      return;
    }
    // The address may have an account. The right password signs in; a wrong one reads like every refusal.
    if (refusal === "signUpFailed") {
      const { email, password } = account;
      if ((await known.send({ email, password })) === null) {
        setSequel({ is: "welcomeBack" });
        return;
      }
    }
    setMayBeKnown(refusal === "signUpFailed");
    setStep("editing");
    on.refused();
  };
  const refusal = lost ? strings.noUserAfterSignUp : fresh.refusal;
  return {
    step,
    refusal: step === "editing" ? refusal : null,
    mayBeKnown: mayBeKnown && !lost && step === "editing",
    submit,
  };
}
