/** 'Public Join URL' on the dashboard, or why there is none. The card itself is loaded late: a QR encoder is in it. */
import { lazy, Suspense } from "react";
import { dashboard as texts } from "../../texts/dashboard";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import type { WorkplaceProps } from "./types";

const JoinCard = lazy(() => import("../../features/sharing/join-card"));

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
      <Suspense fallback={<Bone className="h-52 rounded-lg" />}>
        <JoinCard
          businessId={business.businessId}
          onShare={newcomers.showCode}
        />
      </Suspense>
    </CardBoundary>
  );
}
