/** /forgot-password: a code by e-mail, then a new password. */
import { Link, useLocation, useNavigate } from "react-router-dom";
import { carriedOf, type Carried } from "../features/account/carried-email";
import { CodeRequestForm } from "../features/account/code-request-form";
import { AccountFrame, inlineLink } from "../features/account/frame";
import { NewPasswordForm } from "../features/account/new-password-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { paths } from "../lib/address/paths";
import { account as strings } from "../strings/account";

/** The step is in the browser's history, in case a phone reloads the page in the meantime. */
export default function ForgotPasswordScreen() {
  useArriveSignedIn(paths.dashboard);
  const navigate = useNavigate();
  const carried = carriedOf(useLocation().state);
  const email = carried?.email ?? "";
  const isAsked = carried?.asked === true;
  const enterCode = (asked: string) => {
    const state: Carried = { email: asked, asked: true };
    void navigate(paths.forgotPassword, { state });
  };
  return (
    <AccountFrame
      title={isAsked ? strings.setNew : strings.forgot}
      below={
        <>
          {strings.remembered}{" "}
          <Link to={paths.login} className={inlineLink}>
            {strings.signUp.logIn}
          </Link>
        </>
      }
    >
      {isAsked ? (
        <NewPasswordForm email={email} />
      ) : (
        <CodeRequestForm email={email} onCode={enterCode} />
      )}
    </AccountFrame>
  );
}
