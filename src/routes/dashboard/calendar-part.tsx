/** 'Google Calendar' on the dashboard, loaded when it comes into view. */
import { late } from "../../lib/late";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { WhenSeen } from "../../ui/when-seen";
import { useConfirmFirst } from "./confirm-first";
import type { WorkplaceProps } from "./types";

const calendarCard = late(
  () => import("../../features/calendar/calendar-card"),
);
const room = <Bone className="h-52 rounded-lg" />;

export function CalendarPart({ business }: WorkplaceProps) {
  const confirmFirst = useConfirmFirst();
  return (
    <div id="calendar-settings" className="rounded-lg outline-none">
      <CardBoundary>
        <WhenSeen id="calendar-room" room={room}>
          <calendarCard.Screen
            timeZone={business.timezone}
            confirmFirst={confirmFirst}
            fallback={room}
          />
        </WhenSeen>
      </CardBoundary>
    </div>
  );
}
