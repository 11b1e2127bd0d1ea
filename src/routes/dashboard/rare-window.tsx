/** The windows that are not needed at first, in one file loaded on demand. It contains a QR encoder. */
import { useState } from "react";
import { UpgradeDialog } from "../../features/billing/upgrade-dialog";
import { ShareDialog } from "../../features/sharing/share-dialog";
import { SignOutEverywhere } from "../../features/shell/sign-out-everywhere";
import type { Business } from "../../features/shell/types";

export type RareWindowName = "share" | "upgrade" | "signOutEverywhere";

export default function RareWindow(props: {
  name: RareWindowName;
  business: Business;
  onClose: () => void;
}) {
  const { name, business, onClose } = props;
  const { businessId } = business;
  // A completed upgrade must not offer the next one.
  const [{ from, to }] = useState({
    from: business.plan,
    to: business.subscription.upgradeTo,
  });
  switch (name) {
    case "share":
      return <ShareDialog businessId={businessId} onClose={onClose} />;
    case "upgrade":
      return (
        to !== null && <UpgradeDialog from={from} to={to} onClose={onClose} />
      );
    case "signOutEverywhere":
      return <SignOutEverywhere onClose={onClose} />;
  }
}
