/** 'Manage Queues': create, rename, open and close, delete, and the settings of each (product.md Q1 to Q3, Q5). */
import {
  CalendarClock,
  CreditCard,
  WifiOff,
  ArrowUpCircle,
} from "lucide-react";
import { Link } from "react-router-dom";
import { plans, type Plan } from "../../../convex/base/rules/plans";
import { useSubscription } from "../../lib/account/subscription";
import { paths } from "../../lib/address/paths";
import { dashboard } from "../../strings/dashboard";
import { queueManager as strings } from "../../strings/desk";
import { Banner, bannerLink } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/windows/dialog";
import { PartFailed } from "../../ui/part-failed";
import { Bone, Skeleton } from "../../ui/skeleton";
import { ChairSettings } from "./chair-settings";
import { CreateQueue } from "./create-queue";
import { QueueRow } from "./queue-row";
import type { PlanUpgrade } from "./types";
import { useQueues } from "./use-queues";
import { refusalText } from "../../strings/refusals/owner";
import { shell } from "../../strings/shell";
import { signedIn } from "../../strings/signed-in";

type Props = {
  onClose: () => void;
  plan: Plan;
  isFree: boolean;
  limit: number;
  upgrade: PlanUpgrade;
  readOnly: boolean;
  /** Nothing can be changed then either. */
  offline: boolean;
  businessId: string;
  onVisitRules: () => void;
};

export default function QueueManager(props: Props) {
  const { readOnly, onClose, onVisitRules, plan, isFree, limit } = props;
  const list = useQueues();
  return (
    <Dialog
      onClose={onClose}
      title={dashboard.queues.manage}
      description={strings.used(
        list.queues?.length ?? "…",
        limit,
        isFree ? null : plans[plan].label,
      )}
      width="wide"
    >
      {/* On a phone all of it scrolls, because the form alone fills half of the screen. */}
      <div className="min-h-0 flex-1 overflow-y-auto md:flex md:flex-col md:overflow-visible">
        <Content {...props} list={list} />
        {!readOnly && (
          <div className="border-t border-line px-4 py-2 md:px-6">
            <p className="pt-1 text-sm text-ink-2">{strings.closingMeans}</p>
            <Button
              variant="link"
              icon={CalendarClock}
              className="-ml-4"
              onClick={onVisitRules}
            >
              {strings.visitRules}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Content({
  list: { queues, hasFailed, again },
  ...props
}: Props & { list: ReturnType<typeof useQueues> }) {
  const { readOnly, offline, limit, businessId } = props;
  const { isOnHold } = useSubscription();
  const isFull = queues !== undefined && queues.length >= limit;
  return (
    <>
      {readOnly ? (
        <Banner
          tone="warn"
          icon={CreditCard}
          className="mx-4 mb-4 md:mx-6 md:mb-5"
        >
          {strings.subscriptionNeeded}{" "}
          <Link to={paths.paymentRequired} className={bannerLink}>
            {isOnHold ? signedIn.payBill : dashboard.queues.choosePlan}
          </Link>
        </Banner>
      ) : (
        <>
          {offline && (
            <Banner
              tone="warn"
              icon={WifiOff}
              className="mx-4 mb-4 md:mx-6 md:mb-5"
            >
              {strings.whenOnline}
            </Banner>
          )}
          {isFull ? <AtLimit {...props} /> : <CreateQueue offline={offline} />}
        </>
      )}
      <div
        className="md:min-h-0 md:flex-1 md:overflow-y-auto"
        role="group"
        aria-label={strings.yours}
        tabIndex={0}
      >
        {hasFailed && (
          <PartFailed
            text={dashboard.queues.loadFailed}
            className=""
            onAgain={again}
          />
        )}
        {queues === undefined && !hasFailed && (
          <Skeleton label={strings.loading} className="grid gap-3 p-6">
            <Bone className="h-5 w-2/5" />
            <Bone className="h-11" />
            <Bone className="h-11" />
          </Skeleton>
        )}
        {queues?.length === 0 && (
          <div className="m-6 grid place-items-center rounded-md border border-dashed border-line-strong p-6 text-center">
            <h3 className="text-lg font-bold">{strings.noneYet}</h3>
            {!readOnly && <p className="text-ink-2">{strings.nameFirst}</p>}
          </div>
        )}
        {queues !== undefined && queues.length > 0 && (
          <ul className="divide-y divide-line">
            {queues.map((queue) => (
              <QueueRow
                key={queue.queueId}
                queue={queue}
                readOnly={readOnly}
                offline={offline}
                businessId={businessId}
              />
            ))}
          </ul>
        )}
        {queues !== undefined && queues.length > 0 && (
          <ChairSettings queues={queues} readOnly={readOnly || offline} />
        )}
      </div>
    </>
  );
}

/** Replaces the form for a new queue when the plan has no room, with the options. */
function AtLimit(props: { plan: Plan; limit: number; upgrade: PlanUpgrade }) {
  const { plan, limit, upgrade } = props;
  return (
    <Banner
      tone="warn"
      icon={ArrowUpCircle}
      className="mx-4 mb-4 md:mx-6 md:mb-5"
    >
      <p>{refusalText({ code: "queueLimit", limit, plan })}</p>
      {upgrade !== null && (
        <Button className="mt-3" onClick={upgrade.start}>
          {shell.upgradeTo(plans[upgrade.to].label)}
        </Button>
      )}
    </Banner>
  );
}
