/** 'SMS Messaging' on the dashboard, loaded when it comes into view. */
import { plans } from "../../../convex/base/rules/plans";
import { late } from "../../lib/late";
import { dashboard as strings } from "../../strings/dashboard";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { WhenSeen } from "../../ui/when-seen";
import { useConfirmFirst } from "./confirm-first";
import type { WorkplaceProps } from "./types";

const smsCard = late(() => import("../../features/messages/sms-card"));
const room = <Bone className="h-96 rounded-lg" />;

/** Says what a plan without texts lacks, too. */
export function SmsPart({
  business,
  planActions: { upgrade },
}: WorkplaceProps) {
  const confirmFirst = useConfirmFirst();
  return (
    <div id="sms-settings" className="rounded-lg outline-none">
      <CardBoundary>
        <WhenSeen id="sms-room" room={room}>
          <smsCard.Screen
            business={business}
            timeZone={business.timezone}
            confirmFirst={confirmFirst}
            upgrade={
              upgrade && {
                label: strings.plan.upgradeTo(plans[upgrade.to].label),
                start: upgrade.start,
              }
            }
            fallback={room}
          />
        </WhenSeen>
      </CardBoundary>
    </div>
  );
}
