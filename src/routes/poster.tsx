/** /poster: 'Posters & TV', the join code on paper and the display's address. Printing it prints only the sheets. */
import { Laptop } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useQueues } from "../features/queues/use-queues";
import { paperOf, readFormat } from "../features/sharing/format";
import { EVERY_QUEUE, PosterChoices } from "../features/sharing/poster-choices";
import { readable, useShortAddress } from "../lib/server/use-short-address";
import { OwnerGate } from "../features/shell/owner-gate";
import { OwnerPage } from "../features/shell/owner-page";
import type { Business } from "../features/shell/types";
import { cn } from "../lib/cn";
import { isThisMachine } from "../lib/address/leave-for";
import { joinUrl, paths } from "../lib/address/paths";
import { useAddressSearch } from "../lib/address/use-address-search";
import { parts } from "../strings/parts";
import { queueLabel } from "../strings/language/intl";
import { poster as strings } from "../strings/poster";
import { shell } from "../strings/shell";
import { Banner } from "../ui/banner";
import { PartFailed } from "../ui/part-failed";

const TvCard = lazy(() => import("../features/sharing/tv-card"));
// Contains a QR encoder.
const Sheet = lazy(() => import("../features/sharing/sheet"));

export default function PosterScreen() {
  return (
    <OwnerGate at={paths.poster} title={shell.posters}>
      {(_account, business) => <PostersAndTv business={business} />}
    </OwnerGate>
  );
}

/** Two tabs, each with its own address. */
function PostersAndTv({ business }: { business: Business }) {
  const [search] = useSearchParams();
  const isTv = search.get("show") === "tv";
  return (
    <OwnerPage business={business} at={paths.poster} title={shell.posters}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
        <nav
          aria-label={shell.posters}
          className="flex max-w-80 rounded-lg bg-pressed p-1"
        >
          <Tab to={paths.poster} current={!isTv}>
            {strings.posters}
          </Tab>
          <Tab to={`${paths.poster}?show=tv`} current={isTv}>
            {strings.tv}
          </Tab>
        </nav>
        {isThisMachine(window.location.hostname) && (
          <Banner tone="warn" icon={Laptop}>
            {strings.thisMachineOnly}
          </Banner>
        )}
      </div>
      {isTv ? (
        <Suspense>
          <TvCard businessId={business.businessId} />
        </Suspense>
      ) : (
        <Posters business={business} />
      )}
    </OwnerPage>
  );
}

function Tab(props: { to: string; current: boolean; children: string }) {
  const { to, current, children } = props;
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex min-h-11 flex-1 items-center justify-center rounded-md px-2 font-bold",
        current
          ? "bg-surface text-ink shadow-raised"
          : "text-ink-2 hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}

/** The choices are also in the address: `format`, and `q`, a queue or every one. */
function Posters({ business }: { business: Business }) {
  const [search, keep] = useAddressSearch();
  const [format, setFormat] = useState(readFormat(search.get("format")));
  const [asked, setAsked] = useState(search.get("q") ?? "");
  const { queues = [], hasFailed, again } = useQueues();
  const short = useShortAddress();
  const one = queues.find(({ queueId }) => queueId === asked);
  const isEvery = asked === EVERY_QUEUE && queues.length > 0;
  const printed = isEvery ? queues : [one ?? null];
  const paper = paperOf(format, business.country);

  return (
    <div className="grid gap-6 lg:grid-cols-[22rem_1fr] lg:gap-x-10 print:block">
      {/* The whole shop's poster needs no queues. */}
      {hasFailed && (
        <div className="lg:col-span-2 print:hidden">
          <PartFailed text={parts.partFailed} onAgain={again} />
        </div>
      )}
      <PosterChoices
        format={format}
        onFormat={(chosen) => {
          setFormat(chosen);
          keep({ format: chosen });
        }}
        queues={queues}
        target={isEvery ? EVERY_QUEUE : (one?.queueId ?? "")}
        onTarget={(chosen) => {
          setAsked(chosen);
          keep({ q: chosen });
        }}
      />
      <section
        aria-label={strings.preview}
        data-paper={paper}
        className="grid max-w-xl content-start gap-6 print:block print:max-w-none"
      >
        <Suspense fallback={<Blank />}>
          {short === undefined ? (
            <Blank />
          ) : (
            printed.map((queue) => (
              <Sheet
                key={queue?.queueId ?? ""}
                format={format}
                business={business}
                queue={queue && queueLabel(queue)}
                link={joinUrl(business.businessId, queue?.queueId)}
                words={
                  short === null
                    ? joinUrl(business.businessId)
                    : readable(short.current)
                }
              />
            ))
          )}
        </Suspense>
      </section>
    </div>
  );
}

function Blank() {
  return <div className="aspect-[210/297] bg-pressed" />;
}
