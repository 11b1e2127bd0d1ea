/** The calendar address on the dashboard, loaded when it comes into view. */
import { late } from "../../lib/late";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { WhenSeen } from "../../ui/when-seen";
import { useConfirmFirst } from "./confirm-first";
import type { WorkplaceProps } from "./types";

const feedCard = late(() => import("../../features/calendar/feed-card"));
const room = <Bone className="h-56 rounded-lg" />;

/** For every calendar but Google's own connection. */
export function FeedPart({ business }: Pick<WorkplaceProps, "business">) {
  const confirmFirst = useConfirmFirst();
  return (
    <div id="calendar-address">
      <CardBoundary>
        <WhenSeen id="feed-room" room={room}>
          <feedCard.Screen
            timeZone={business.timezone}
            confirmFirst={confirmFirst}
            fallback={room}
          />
        </WhenSeen>
      </CardBoundary>
    </div>
  );
}
