/** Around every owner's page (product.md O52). Leads back to the portal afterwards. */
import { useState, type ReactNode } from "react";
import { onDemand } from "../../lib/on-demand";
import { useSession } from "../../lib/account/me";

// For admins only.
const bar = onDemand(() => import("./viewing-bar"));

/** Otherwise an admin with a shop would continue in that one. */
export function Viewing({ children }: { children: ReactNode }) {
  const session = useSession();
  /** The business being viewed, or viewed until just now. */
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
