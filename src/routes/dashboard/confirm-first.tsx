/** What stands in a card in place of that for which the account's address has to be proven (product.md A14). */
import { lazy, Suspense, type ReactNode } from "react";
import { useUnproven } from "../../lib/account/me";
import { Bone } from "../../ui/skeleton";

// Most owners have proven it: not in everybody's way.
const ConfirmEmail = lazy(() => import("../../features/account/confirm-email"));

/** Null where nothing has to be proven. */
export function useConfirmFirst(): ReactNode {
  const email = useUnproven();
  if (email === null) return null;
  return (
    <Suspense fallback={<Bone className="mt-4 h-12 w-56" />}>
      <ConfirmEmail email={email} />
    </Suspense>
  );
}
