/** /forgot-password: a code by e-mail, then a new password. */
import { Link, useLocation, useNavigate } from "react-router-dom";
import { CodeRequestForm } from "../features/account/code-request-form";
import { AccountFrame, inlineLink } from "../features/account/frame";
import { NewPasswordForm } from "../features/account/new-password-form";
import { useArriveSignedIn } from "../features/account/use-arrive-signed-in";
import { paths } from "../lib/paths";

/** Kept with the step in the browser's history: a phone may reload the page while its owner reads the e-mail. */
function askedEmail(state: unknown): string | null {
  if (typeof state !== "object" || state === null) return null;
  return "email" in state && typeof state.email === "string"
    ? state.email
    : null;
}

/** Open to everybody; a new password signs in and leads to the dashboard. */
export default function ForgotPasswordScreen() {
  useArriveSignedIn(paths.dashboard);
  const navigate = useNavigate();
  const email = askedEmail(useLocation().state);
  return (
    <AccountFrame
      title={email === null ? "Forgot your password?" : "Set a new password"}
      below={
        <>
          Remembered it?{" "}
          <Link to={paths.login} className={inlineLink}>
            Log in
          </Link>
        </>
      }
    >
      {email === null ? (
        <CodeRequestForm
          onAsked={(asked) =>
            void navigate(paths.forgotPassword, { state: { email: asked } })
          }
        />
      ) : (
        <NewPasswordForm email={email} />
      )}
    </AccountFrame>
  );
}
