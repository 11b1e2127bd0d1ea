/** 'Public Join URL' on the dashboard, or why there is none. The card itself is loaded when it comes into view: a QR encoder is in it. */
import { dashboard as strings } from "../../strings/dashboard";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { WhenSeen } from "../../ui/when-seen";
import { late } from "../../lib/late";
import type { WorkplaceProps } from "./types";

const joinCard = late(() => import("../../features/sharing/join-card"));
const ID = "public-join";

/** After a lapse nobody is invited: whoever scans the code at the door reads that nobody can join. */
export function JoinPart({ business, newcomers }: WorkplaceProps) {
  if (newcomers === null) {
    return (
      <Card title={strings.sharing.title} id={ID}>
        <p className="mt-1 text-ink-2">{strings.sharing.nobodyNew}</p>
      </Card>
    );
  }
  return (
    <CardBoundary>
      <WhenSeen id={ID} room={room}>
        <joinCard.Screen
          businessId={business.businessId}
          onShare={newcomers.showCode}
          fallback={room}
        />
      </WhenSeen>
    </CardBoundary>
  );
}

const room = <Bone className="h-52 rounded-lg" />;
