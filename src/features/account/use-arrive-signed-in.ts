/** Leaves a sign-in page once there is a session. */
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "../../lib/account/me";

/**
 * Goes to `target` as soon as somebody is signed in, also when they already
 * were; null: stays, because the form goes on by itself. The server's word
 * counts: a token whose session has ended would be sent back here at once.
 * What the server cannot tell, the next page says.
 */
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
