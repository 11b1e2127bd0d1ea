/** Leaves a sign-in page once there is a session. */
import { useConvexAuth } from "convex/react";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";

/** Goes to `target` as soon as somebody is signed in, also when they already were; null: stays, because the form goes on by itself. */
export function useArriveSignedIn(target: string | null): void {
  const { isAuthenticated } = useConvexAuth();
  const navigate = useNavigate();
  useEffect(() => {
    if (isAuthenticated && target !== null) {
      void navigate(target, { replace: true });
    }
  }, [isAuthenticated, navigate, target]);
}
