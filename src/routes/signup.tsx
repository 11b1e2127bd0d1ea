/** /signup, with ?plan= from the price list. */
import { AccountFrame, inlineLink } from "../features/account/frame";
import { SignupForm } from "../features/account/signup-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { useSearch } from "../lib/location";
import { paths } from "../lib/paths";
import { Link } from "../ui/link";

/** Specification, public part §2: plan "pro" selects Pro, anything else Starter. */
export default function SignupScreen() {
  const wanted = new URLSearchParams(useSearch()).get("plan");
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
      <SignupForm plan={wanted === "pro" ? "pro" : "starter"} />
    </AccountFrame>
  );
}
