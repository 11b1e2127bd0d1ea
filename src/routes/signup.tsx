/** /signup, with ?plan= from the price list. */
import { Link, useSearchParams } from "react-router-dom";
import { AccountFrame, inlineLink } from "../features/account/frame";
import { SignupForm } from "../features/account/signup-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { paths } from "../lib/paths";

/** Specification, public part §2: plan "pro" selects Pro, anything else Starter. */
export default function SignupScreen() {
  const [query] = useSearchParams();
  useArriveSignedIn(paths.dashboard);
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
      <SignupForm plan={query.get("plan") === "pro" ? "pro" : "starter"} />
    </AccountFrame>
  );
}
