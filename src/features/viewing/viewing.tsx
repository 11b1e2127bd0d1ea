/** product.md O52: around every page of an owner. While an admin looks at a business the bar stands above it; when that is over, the page is left for the portal. */
import { useState, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { adminBusinessPath, enteredPortal } from "../../lib/admin-paths";
import { late } from "../../lib/late";
import { useSession } from "../../lib/me";
import { paths } from "../../lib/paths";

// For admins alone.
const bar = late(() => import("./viewing-bar"));

/**
 * However it ends, by the button here or in another tab, with the hour of the portal or with the role: an admin who has
 * a shop of their own would otherwise go on in that one, believing it to be the one that was looked at.
 */
export function Viewing({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname } = useLocation();
  /** The business that is looked at, or was until just now. */
  const [seen, setSeen] = useState<string | null>(null);
  const me = session.is === "signedIn" ? session.me : null;
  const isViewing = me !== null && me.viewing !== null;
  const isOver = me !== null && !isViewing && seen !== null;
  // The portal is the admin's own.
  const inPortal = pathname.startsWith(paths.admin);

  const viewed = isViewing ? (me.business?.businessId ?? seen) : seen;
  const isLeft = session.is === "signedOut" || (isOver && inPortal);
  const next = isLeft ? null : viewed;
  if (next !== seen) setSeen(next);

  return (
    <>
      {isViewing && !inPortal && (
        <bar.Screen business={me.business} fallback={null} />
      )}
      {isOver && !inPortal ? (
        <Navigate to={adminBusinessPath(seen)} state={enteredPortal} replace />
      ) : (
        children
      )}
    </>
  );
}
