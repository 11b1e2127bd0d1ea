/** /login, with ?redirect= back to the wanted page. */
import { useEffect } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { carriedOf } from "../features/account/carried-email";
import { EmailLink } from "../features/account/email-link";
import { AccountFrame, inlineLink } from "../features/account/frame";
import { LoginForm } from "../features/account/login-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { useCredentials } from "../features/account/use-credentials";
import { EndedNote } from "../features/shell/ended-note";
import { setLoggingOut } from "../lib/account/logging-out";
import { paths } from "../lib/address/paths";
import { redirectTarget } from "../lib/address/redirect";
import { account as strings } from "../strings/account";

export default function LoginScreen() {
  const [query] = useSearchParams();
  const credentials = useCredentials("signIn");
  const carried = carriedOf(useLocation().state);
  useEffect(() => setLoggingOut(false), []);
  useArriveSignedIn(redirectTarget(query.get("redirect")));
  return (
    <AccountFrame
      title={strings.logInTitle}
      below={
        <>
          {strings.newHere}{" "}
          <Link to={paths.signup} className={inlineLink}>
            {strings.create}
          </Link>
        </>
      }
    >
      <EndedNote />
      <LoginForm credentials={credentials} email={carried?.email}>
        <EmailLink
          to={paths.forgotPassword}
          className={`${inlineLink} mx-auto`}
        >
          {strings.forgot}
        </EmailLink>
      </LoginForm>
    </AccountFrame>
  );
}
