/** 'Manage Queues': create, rename, open and close, delete. */
import { useQuery } from "convex/react";
import { CalendarClock, CreditCard } from "lucide-react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { paths } from "../../lib/paths";
import { dashboard } from "../../texts/dashboard";
import { Banner, bannerLink } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Bone, Skeleton } from "../../ui/skeleton";
import { CreateQueue } from "./create-queue";
import { QueueRow } from "./queue-row";

const { queues: texts } = dashboard;

/** The dialog; its content is loaded and kept only while it is open. */
export function QueueManager({
  open,
  onClose,
  plan,
  limit,
  readOnly,
  onVisitRules,
}: {
  open: boolean;
  onClose: () => void;
  /** As people read it: "Pro"; null where none is paid for. */
  plan: string | null;
  limit: number;
  /** After a lapse: the queues as they are, and why nothing can be changed. */
  readOnly: boolean;
  /** Leaves for 'Joining and bookings'. */
  onVisitRules: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.manage}
      description={<Count plan={plan} limit={limit} />}
      width="wide"
    >
      <Content readOnly={readOnly} />
      {!readOnly && (
        <div className="border-t border-line px-2 py-2 md:px-4">
          <Button variant="link" icon={CalendarClock} onClick={onVisitRules}>
            {texts.visitRules}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Count({ plan, limit }: { plan: string | null; limit: number }) {
  const queues = useQuery(api.queues.list);
  const count = queues === undefined ? "…" : queues.length;
  return <>{texts.used(count, limit, plan)}</>;
}

function Content({ readOnly }: { readOnly: boolean }) {
  const queues = useQuery(api.queues.list);
  return (
    <>
      {readOnly ? (
        <Banner
          tone="warn"
          icon={CreditCard}
          className="mx-4 mb-4 md:mx-6 md:mb-5"
        >
          {texts.subscriptionNeeded}{" "}
          <Link to={paths.paymentRequired} className={bannerLink}>
            {texts.choosePlan}
          </Link>
        </Banner>
      ) : (
        <CreateQueue />
      )}
      <div
        className="min-h-0 flex-1 overflow-y-auto md:max-h-[26rem]"
        role="group"
        aria-label={texts.yours}
        tabIndex={0}
      >
        {queues === undefined && (
          <Skeleton label={texts.loading} className="grid gap-3 p-6">
            <Bone className="h-5 w-2/5" />
            <Bone className="h-11" />
            <Bone className="h-11" />
          </Skeleton>
        )}
        {queues?.length === 0 && (
          <div className="m-6 grid place-items-center rounded-md border border-dashed border-line-strong p-6 text-center">
            <h3 className="text-lg font-bold">{texts.noneYet}</h3>
            {!readOnly && <p className="text-ink-2">{texts.nameFirst}</p>}
          </div>
        )}
        {queues !== undefined && queues.length > 0 && (
          <ul className="divide-y divide-line">
            {queues.map((queue) => (
              <QueueRow key={queue.queueId} queue={queue} readOnly={readOnly} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
