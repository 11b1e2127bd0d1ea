/** /login, with ?redirect= back to where somebody wanted to go. */
import { AccountFrame, inlineLink } from "../features/account/frame";
import { LoginForm } from "../features/account/login-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { ownPath, useSearch } from "../lib/location";
import { paths } from "../lib/paths";
import { Link } from "../ui/link";

/** Open to everybody; whoever has a session goes on at once. */
export default function LoginScreen() {
  const wanted = new URLSearchParams(useSearch()).get("redirect");
  useArriveSignedIn(ownPath(wanted, paths.dashboard));
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
