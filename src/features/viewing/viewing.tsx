/** product.md O52: around every page of owners. While an admin looks at a business the bar stands above it; when that is over, the page is left for the portal. */
import { useState, type ReactNode } from "react";
import { late } from "../../lib/late";
import { useSession } from "../../lib/account/me";

// For admins alone.
const bar = late(() => import("./viewing-bar"));

/**
 * However it ends, by the button here or in another tab, with the hour of the portal or with the role: an admin who has
 * a shop of their own would otherwise go on in that one, believing it to be the one that was looked at.
 */
export function Viewing({ children }: { children: ReactNode }) {
  const session = useSession();
  /** The business that is looked at, or was until just now. */
  const [seen, setSeen] = useState<string | null>(null);
  const me = session.is === "signedIn" ? session.me : null;
  const isViewing = me !== null && me.viewing !== null;

  const viewed = isViewing ? (me.business?.businessId ?? seen) : seen;
  const next = session.is === "signedOut" ? null : viewed;
  if (next !== seen) setSeen(next);

  const left = me === null || isViewing ? null : seen;
  return (
    <>
      {me !== null && (isViewing || left !== null) && (
        <bar.Screen business={me.business} left={left} fallback={null} />
      )}
      {left === null && children}
    </>
  );
}
