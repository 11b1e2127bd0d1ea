/** Leaves a sign-in page once there is a session. */
import { useConvexAuth } from "convex/react";
import { useEffect } from "react";
import { navigate } from "../../lib/location";

/** Goes to `target` as soon as somebody is signed in, also when they already were. */
export function useArriveSignedIn(target: string): void {
  const { isAuthenticated } = useConvexAuth();
  useEffect(() => {
    if (isAuthenticated) navigate(target, { replace: true });
  }, [isAuthenticated, target]);
}
