/** /poster: 'Posters & TV', the join code on paper and the display's address. Printing it prints only the sheets. */
import { Laptop, Tv } from "lucide-react";
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
import { displayPath } from "../lib/address/display-path";
import { isThisMachine } from "../lib/address/leave-for";
import { joinUrl, paths } from "../lib/address/paths";
import { useAddressSearch } from "../lib/address/use-address-search";
import { everyone } from "../strings/everyone";
import { queueLabel } from "../strings/language/intl";
import { poster as strings } from "../strings/poster";
import { shell } from "../strings/shell";
import { Banner } from "../ui/banner";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { CopyButton } from "../ui/fields/copy-field";
import { PartFailed } from "../ui/part-failed";

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
        <Display businessId={business.businessId} />
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

function Display({ businessId }: { businessId: string }) {
  const path = displayPath(businessId);
  const address = window.location.origin + path;
  return (
    <Card title={strings.board.title} className="max-w-xl p-4 sm:p-5 lg:p-6">
      <p className="mt-1 mb-4 text-ink-2">{strings.board.text}</p>
      <p className="font-semibold">{strings.board.address}</p>
      <p className="mt-1.5 rounded-md bg-sunken p-3.5 wrap-anywhere select-all">
        {address}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton address={address} words={strings.board} />
        <ButtonLink to={path} target="_blank" icon={Tv}>
          {strings.board.open}
        </ButtonLink>
      </div>
    </Card>
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
          <PartFailed text={everyone.partFailed} onAgain={again} />
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
