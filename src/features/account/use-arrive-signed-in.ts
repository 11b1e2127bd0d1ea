/** Leaves a sign-in page once there is a session. */
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "../../lib/account/me";

/** null stays. A failed query leads on, and the next page reports it. */
export function useArriveSignedIn(target: string | null): void {
  const { is } = useSession();
  const signedIn = is === "signedIn" || is === "failed";
  const navigate = useNavigate();
  useEffect(() => {
    if (signedIn && target !== null) {
      void navigate(target, { replace: true });
    }
  }, [signedIn, navigate, target]);
}
