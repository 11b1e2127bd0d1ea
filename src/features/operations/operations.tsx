/** The state of the platform at a glance: problems, load and figures. */
import { useQuery } from "convex/react";
import { CircleAlert, RefreshCw, TriangleAlert } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useFreshness } from "../../lib/server/connection";
import { number } from "../../strings/language/intl";
import { operations as strings } from "../../strings/admin/operations";
import { operator } from "../../strings/operator";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Bone, Skeleton } from "../../ui/skeleton";
import { StatStrip } from "../../ui/stat";
import { FunctionsCard, ServerCard } from "./server-cards";
import { Troubles } from "./troubles";
import type { Look, useLook } from "./use-look";
import { WorkCard } from "./work-card";

type Looking = ReturnType<typeof useLook>;

export function RefreshButton({ busy, again }: Looking) {
  const { live } = useFreshness();
  return (
    <Button
      icon={RefreshCw}
      busy={busy}
      busyText={strings.refreshing}
      disabled={!live}
      onClick={again}
    >
      {strings.refresh}
    </Button>
  );
}

/** Keeps the last figures while no newer ones arrive. */
export function Operations({ look, failed, again }: Looking) {
  const { live } = useFreshness();
  if (look === null && !failed)
    return (
      <Skeleton label={strings.loading} className="grid gap-5">
        <Bone className="h-12 rounded-md" />
        <Bone className="h-20 rounded-lg" />
        <Bone className="h-96 rounded-lg" />
      </Skeleton>
    );
  return (
    <div className="grid gap-5">
      <OperatorNote />
      {failed && (
        <div className="grid justify-items-start gap-3">
          <Banner tone="danger" icon={CircleAlert}>
            {strings.failed}
          </Banner>
          {look === null && (
            <Button onClick={again} disabled={!live}>
              {strings.tryAgain}
            </Button>
          )}
        </div>
      )}
      {look !== null && <Figures look={look} stale={failed || !live} />}
    </div>
  );
}

/** As on /privacy, which everybody can read (product.md U10). */
function OperatorNote() {
  const notice = useQuery(api.privacy.notice.current, {});
  if (notice?.operator !== null) return null;
  return (
    <Banner tone="warn" icon={TriangleAlert} spoken={false}>
      <p className="font-semibold">{operator.unset}</p>
      <p className="text-sm wrap-anywhere">{operator.whereToSet}</p>
    </Banner>
  );
}

function Figures({ look, stale }: { look: Look; stale: boolean }) {
  const { product, server } = look;
  // Live, in addition to the polled figures.
  const totals = useQuery(api.admin.directory.totals, {});
  const { waitingNow, servedToday } = totals ?? product;
  const isCounted = (totals?.asOf ?? product.countedAt) !== null;
  const { now } = strings;
  const sockets = server.kind === "figures" ? server.figures.sockets : null;
  return (
    <>
      <Troubles look={look} />
      <StatStrip
        stale={stale}
        stats={[
          {
            title: now.waiting,
            value: isCounted ? number(waitingNow) : now.unknown,
            caption: now.waitingMeaning,
          },
          {
            title: now.served,
            value: isCounted ? number(servedToday) : now.unknown,
            caption: now.servedMeaning,
          },
          {
            title: now.open,
            value: sockets === null ? now.unknown : number(sockets),
            caption: now.openMeaning,
          },
        ]}
      />
      <div
        className={
          stale
            ? "grid grid-cols-[minmax(0,1fr)] items-start gap-5 opacity-60 lg:grid-cols-[repeat(2,minmax(0,1fr))]"
            : "grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]"
        }
      >
        <div className="grid gap-5">
          <WorkCard product={product} />
          <ServerCard server={server} />
        </div>
        {server.kind === "figures" && (
          <FunctionsCard figures={server.figures} />
        )}
      </div>
    </>
  );
}
