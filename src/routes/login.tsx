/** /login, with ?redirect= back to where somebody wanted to go. */
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { AccountFrame, inlineLink } from "../features/account/frame";
import { LoginForm } from "../features/account/login-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { setLoggingOut } from "../features/shell/logging-out";
import { paths } from "../lib/paths";
import { redirectTarget } from "../lib/redirect";

/** Open to everybody; whoever has a session goes on at once. */
export default function LoginScreen() {
  const [query] = useSearchParams();
  useEffect(() => setLoggingOut(false), []);
  useArriveSignedIn(redirectTarget(query.get("redirect")));
  return (
    <AccountFrame
      title="Log In to Your Account"
      below={
        <>
          New here?{" "}
          <Link to={paths.signup} className={inlineLink}>
            Create an account
          </Link>
        </>
      }
    >
      <LoginForm />
    </AccountFrame>
  );
}
