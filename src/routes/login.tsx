/** /login, with ?redirect= back to where somebody wanted to go. */
import { Link, useSearchParams } from "react-router-dom";
import { AccountFrame, inlineLink } from "../features/account/frame";
import { LoginForm } from "../features/account/login-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { ownPath, paths } from "../lib/paths";

/** Open to everybody; whoever has a session goes on at once. */
export default function LoginScreen() {
  const [query] = useSearchParams();
  useArriveSignedIn(ownPath(query.get("redirect"), paths.dashboard));
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
