/** /reports: the reports over days. */
import { ChartLine } from "lucide-react";
import { useState } from "react";
import { plans, type SoldPlan } from "../../convex/base/rules/plans";
import { businessDay } from "../../convex/business/rules/opening";
import { useQueues } from "../features/queues/use-queues";
import { LostCard } from "../features/reports/lost-card";
import { RangeBar } from "../features/reports/range-bar";
import { Report, ReportSkeleton } from "../features/reports/report";
import { useFile } from "../features/reports/use-file";
import { useRange } from "../features/reports/use-range";
import { CutBanner } from "../features/shell/connection-note";
import { OwnerGate } from "../features/shell/owner-gate";
import type { Business } from "../features/shell/types";
import { useFreshness } from "../lib/server/connection";
import { onDemand } from "../lib/on-demand";
import { useNow } from "../lib/time/use-now";
import { reports as strings } from "../strings/reports";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { CardBoundary } from "../ui/card-boundary";
import { PartFailed } from "../ui/part-failed";
import { OwnerPage } from "../ui/owner-page";

const upgradeDialog = onDemand(async () => ({
  default: (await import("../features/billing/upgrade-dialog")).UpgradeDialog,
}));

export default function ReportsScreen() {
  return (
    <OwnerGate title={strings.title}>
      {(_account, business) => <Reports business={business} />}
    </OwnerGate>
  );
}

function Reports({ business }: { business: Business }) {
  const { plan, timezone, subscription } = business;
  const today = businessDay(business, useNow("minute"));
  const isFull = plans[plan].fullReports;
  const range = useRange(today, isFull);
  const { queues, hasFailed, again } = useQueues();
  const queueId =
    queues?.find((queue) => queue.queueId === range.queue)?.queueId ?? null;
  const file = useFile(range.days, today);
  const freshness = useFreshness();
  const { upgradeTo } = subscription;
  return (
    <OwnerPage
      title={strings.title}
      back={strings.back}
      className="max-w-6xl gap-4 lg:gap-5"
    >
      <CutBanner freshness={freshness} timeZone={timezone} />
      <RangeBar
        choice={range.choice}
        onChoice={range.setChoice}
        own={range.own}
        onOwn={range.setOwn}
        wrong={range.wrong}
        today={today}
        queues={queues ?? []}
        queueId={queueId}
        onQueue={range.setQueue}
        isFull={isFull}
        canBuy={upgradeTo !== null}
        download={file}
      />
      {range.days !== null && queues === undefined && !hasFailed && (
        <ReportSkeleton />
      )}
      {hasFailed && <PartFailed text={strings.failed} onAgain={again} />}
      {range.days !== null && queues !== undefined && (
        <>
          <CardBoundary
            key={`${range.days.from} ${range.days.to} ${queueId}`}
            text={strings.failed}
          >
            <Report
              days={range.days}
              today={today}
              queueId={queueId}
              open={new Set(queues.map((queue) => queue.queueId))}
              isFull={isFull}
              canBuy={upgradeTo !== null}
              hours={business.operatingHours}
              stale={!freshness.live}
            />
          </CardBoundary>
          {isFull ? (
            <CardBoundary text={strings.failed}>
              <LostCard
                days={range.days}
                today={today}
                hours={business.operatingHours}
              />
            </CardBoundary>
          ) : (
            <InPro plan={plan} to={upgradeTo} />
          )}
        </>
      )}
    </OwnerPage>
  );
}

function InPro({ plan, to }: { plan: Business["plan"]; to: SoldPlan | null }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card title={strings.pro.title}>
      {to !== null && (
        <p className="mt-1 max-w-2xl text-ink-2">{strings.pro.text}</p>
      )}
      {to !== null && (
        <Button
          variant="primary"
          size="lg"
          icon={ChartLine}
          className="mt-4"
          onClick={() => setAsking(true)}
        >
          {strings.pro.upgrade(plans[to].label)}
        </Button>
      )}
      {asking && to !== null && (
        <upgradeDialog.Screen
          from={plan}
          to={to}
          onClose={() => setAsking(false)}
          fallback={null}
        />
      )}
    </Card>
  );
}
