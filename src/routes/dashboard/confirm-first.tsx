/** Replaces parts of cards that require a proven address (product.md A14). */
import { lazy, Suspense, type ReactNode } from "react";
import { useUnproven } from "../../lib/account/me";
import { Bone } from "../../ui/skeleton";

// Lazy, because most owners have proven it.
const ConfirmEmail = lazy(() => import("../../features/account/confirm-email"));

export function useConfirmFirst(): ReactNode {
  const email = useUnproven();
  if (email === null) return null;
  return (
    <Suspense fallback={<Bone className="mt-4 h-12 w-56" />}>
      <ConfirmEmail email={email} />
    </Suspense>
  );
}
