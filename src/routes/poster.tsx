/** /poster: the join code on paper. Printing the page prints only the sheets. */
import { Laptop } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useQueues } from "../features/queues/use-queues";
import { paperOf, readFormat } from "../features/sharing/format";
import { EVERY_QUEUE, PosterChoices } from "../features/sharing/poster-choices";
import { readable, useShortAddress } from "../lib/server/use-short-address";
import { OwnerGate } from "../features/shell/owner-gate";
import type { Business } from "../features/shell/types";
import { isThisMachine } from "../lib/address/leave-for";
import { joinUrl, paths } from "../lib/address/paths";
import { useAddressSearch } from "../lib/address/use-address-search";
import { everyone } from "../strings/everyone";
import { queueLabel } from "../strings/language/intl";
import { poster as strings } from "../strings/poster";
import { Banner } from "../ui/banner";
import { BackLink } from "../ui/back-link";
import { PartFailed } from "../ui/part-failed";
import { SkipLink } from "../ui/skip-link";

// Contains a QR encoder.
const Sheet = lazy(() => import("../features/sharing/sheet"));

export default function PosterScreen() {
  return (
    <OwnerGate title={strings.title}>
      {(_account, business) => <Posters business={business} />}
    </OwnerGate>
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
    <>
      <title>{everyone.titled(strings.title)}</title>
      <SkipLink />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-5xl gap-6 px-5 pt-4 pb-12 outline-none md:px-8 lg:grid-cols-[22rem_1fr] lg:gap-x-10 print:block print:max-w-none print:p-0"
      >
        <header className="lg:col-span-2 print:hidden">
          <BackLink to={paths.dashboard}>{strings.back}</BackLink>
          <h1 className="mt-2 text-2xl font-extrabold tracking-tight">
            {strings.title}
          </h1>
          <p className="mt-1 text-ink-2">{strings.text}</p>
          {isThisMachine(window.location.hostname) && (
            <Banner tone="warn" icon={Laptop} className="mt-4">
              {strings.thisMachineOnly}
            </Banner>
          )}
        </header>
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
      </main>
    </>
  );
}

function Blank() {
  return <div className="aspect-[210/297] bg-pressed" />;
}
