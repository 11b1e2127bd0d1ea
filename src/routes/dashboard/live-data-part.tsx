/** 'Queue Analytics' on the dashboard, loaded when it comes into view. */
import { late } from "../../lib/late";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { WhenSeen } from "../../ui/when-seen";
import type { WorkplaceProps } from "./types";

const liveData = late(() => import("../../features/analytics/live-data"));
const room = <Bone className="h-88 rounded-lg" />;

/** Of the picked queue, or of all together. */
export function LiveDataPart({ queue, business }: WorkplaceProps) {
  return (
    <CardBoundary>
      <WhenSeen id="queue-analytics" room={room}>
        <liveData.Screen
          id="queue-analytics"
          queueId={queue?.queueId ?? null}
          timeZone={business.timezone}
          fallback={room}
        />
      </WhenSeen>
    </CardBoundary>
  );
}
