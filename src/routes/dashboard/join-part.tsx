/** 'Public Join URL' on the dashboard, or why there is none. The card itself is loaded when it comes into view: a QR encoder is in it. */
import { useEffect, useRef, useState, type ReactNode } from "react";
import { dashboard as texts } from "../../texts/dashboard";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { late } from "../../lib/late";
import type { WorkplaceProps } from "./types";

const joinCard = late(() => import("../../features/sharing/join-card"));

/** After a lapse nobody is invited: whoever scans the code at the door reads that nobody can join. */
export function JoinPart({ business, newcomers }: WorkplaceProps) {
  if (newcomers === null) {
    return (
      <Card title={texts.sharing.title} id="public-join">
        <p className="mt-1 text-ink-2">{texts.sharing.nobodyNew}</p>
      </Card>
    );
  }
  return (
    <CardBoundary>
      <WhenSeen>
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

/** Keeps the room until somebody looks there. */
function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || place.current === null) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  return seen ? (
    children
  ) : (
    <div ref={place} id="public-join">
      {room}
    </div>
  );
}
