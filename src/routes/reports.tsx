/** /reports: the reports over days. */
import { ArrowLeft, ChartLine } from "lucide-react";
import { useState } from "react";
import { plans, type SoldPlan } from "../../convex/base/rules/plans";
import { dayKey } from "../../convex/base/rules/timezones";
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
import { paths } from "../lib/address/paths";
import { useNow } from "../lib/time/use-now";
import { everyone } from "../strings/everyone";
import { reports as strings } from "../strings/reports";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { CardBoundary } from "../ui/card-boundary";
import { PartFailed } from "../ui/part-failed";
import { SkipLink } from "../ui/skip-link";

const upgradeDialog = onDemand(async () => ({
  default: (await import("../features/billing/upgrade-dialog")).UpgradeDialog,
}));

/** For signed-in owners only. */
export default function ReportsScreen() {
  return (
    <OwnerGate title={strings.title}>
      {(_account, business) => <Reports business={business} />}
    </OwnerGate>
  );
}

function Reports({ business }: { business: Business }) {
  const { plan, timezone, subscription } = business;
  const today = dayKey(useNow("minute"), timezone);
  const isFull = plans[plan].fullReports;
  const range = useRange(today, isFull);
  const { queues, hasFailed, again } = useQueues();
  const queueId =
    queues?.find((queue) => queue.queueId === range.queue)?.queueId ?? null;
  const file = useFile(range.days, today);
  const freshness = useFreshness();
  const { upgradeTo } = subscription;
  return (
    <>
      <title>{everyone.titled(strings.title)}</title>
      <SkipLink />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 pb-12 outline-none md:px-8 lg:gap-5"
      >
        <header>
          <ButtonLink
            to={paths.dashboard}
            variant="link"
            icon={ArrowLeft}
            className="-ml-4"
          >
            {strings.back}
          </ButtonLink>
          <h1 className="mt-2 text-2xl font-extrabold tracking-tight">
            {strings.title}
          </h1>
        </header>
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
                stale={!freshness.live}
              />
            </CardBoundary>
            {isFull ? (
              <CardBoundary text={strings.failed}>
                <LostCard days={range.days} today={today} />
              </CardBoundary>
            ) : (
              <InPro plan={plan} to={upgradeTo} />
            )}
          </>
        )}
      </main>
    </>
  );
}

/** What a smaller plan does not show, with the upgrade. @param to null where nothing can be bought */
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
