/** /reports: the reports over days. */
import { ChartLine } from "lucide-react";
import { useState } from "react";
import { useQuery } from "convex/react";
import { api } from "../../convex/_generated/api";
import { plans, type SoldPlan } from "../../convex/base/rules/plans";
import { businessDay } from "../../convex/business/rules/opening";
import { useQueues } from "../features/queues/use-queues";
import { Advice, AwayCard } from "../features/reports/lost";
import { ByPerson } from "../features/reports/people";
import { RangeBar } from "../features/reports/range-bar";
import { firstChoice } from "../features/reports/ranges";
import { Report, ReportSkeleton } from "../features/reports/report";
import { useFile } from "../features/reports/use-file";
import { useRange } from "../features/reports/use-range";
import { OwnerGate } from "../features/shell/owner-gate";
import { OwnerPage } from "../features/shell/owner-page";
import type { Business } from "../features/shell/types";
import { paths } from "../lib/address/paths";
import { useFreshness } from "../lib/server/connection";
import { onDemand } from "../lib/on-demand";
import { useNow } from "../lib/time/use-now";
import { reports as strings } from "../strings/reports";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { CardBoundary } from "../ui/card-boundary";
import { PartFailed } from "../ui/part-failed";

const upgradeDialog = onDemand(async () => ({
  default: (await import("../features/billing/upgrade-dialog")).UpgradeDialog,
}));

const planWatch = onDemand(async () => ({
  default: (await import("../features/billing/plan-watch")).PlanWatch,
}));

export default function ReportsScreen() {
  return (
    <OwnerGate at={paths.reports} title={strings.title}>
      {(_account, business) => <Reports business={business} />}
    </OwnerGate>
  );
}

function Reports({ business }: { business: Business }) {
  const freshness = useFreshness();
  return (
    <OwnerPage business={business} at={paths.reports} title={strings.title}>
      {business.role === "owner" && <planWatch.Screen fallback={null} />}
      <CardBoundary text={strings.failed}>
        <Period business={business} stale={!freshness.live} />
      </CardBoundary>
    </OwnerPage>
  );
}

function Period({ business, stale }: { business: Business; stale: boolean }) {
  const { plan, operatingHours, subscription } = business;
  const today = businessDay(business, useNow("minute"));
  const isFull = plans[plan].fullReports;
  const began = useQuery(api.reports.periods.began, { queueId: null });
  const first = firstChoice(began?.day ?? null, today, isFull);
  const range = useRange(today, isFull, first);
  const { queues, hasFailed, again } = useQueues();
  const queueId =
    queues?.find((queue) => queue.queueId === range.queue)?.queueId ?? null;
  const file = useFile(range.days, today);
  const { upgradeTo } = subscription;
  const { days } = range;
  if (began === undefined) return <ReportSkeleton />;
  return (
    <>
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
      {days !== null && queues === undefined && !hasFailed && (
        <ReportSkeleton />
      )}
      {hasFailed && <PartFailed text={strings.failed} onAgain={again} />}
      {days !== null && queues !== undefined && (
        <CardBoundary
          key={`${days.from} ${days.to} ${queueId}`}
          text={strings.failed}
        >
          <Report
            choice={range.choice}
            days={days}
            today={today}
            queueId={queueId}
            open={new Set(queues.map((queue) => queue.queueId))}
            isFull={isFull}
            canBuy={upgradeTo !== null}
            shop={business}
            stale={stale}
            advice={
              isFull && (
                <CardBoundary text={strings.failed}>
                  <Advice days={days} today={today} hours={operatingHours} />
                </CardBoundary>
              )
            }
          />
        </CardBoundary>
      )}
      {days !== null && (
        <CardBoundary
          key={`people ${days.from} ${days.to}`}
          text={strings.failed}
        >
          <ByPerson {...{ days, today, isFull }} />
        </CardBoundary>
      )}
      {days !== null &&
        (isFull ? (
          <CardBoundary key={`${days.from} ${days.to}`} text={strings.failed}>
            <AwayCard days={days} today={today} />
          </CardBoundary>
        ) : (
          <InPro plan={plan} to={upgradeTo} />
        ))}
    </>
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
