/** The content of /profile under its heading: the business, the owner's credentials, and the data. */
import { useQuery } from "convex/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { CredentialsCard } from "../../features/account/credentials-card";
import { AddressCard } from "../../features/profile/address-card";
import { cards, titles } from "../../features/profile/card-names";
import { Cards } from "../../features/profile/cards";
import type { Business as Shop } from "../../features/shell/types";
import { useAccountGone } from "../../features/shell/use-logout";
import { useSession } from "../../lib/account/me";
import { syncServerClock } from "../../lib/server/server-clock";
import { profile as strings } from "../../strings/profile";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { ProfileSkeleton } from "./skeleton";

// At the end of the page and rarely used, so they load separately.
const DataCard = lazy(async () => ({
  default: (await import("../../features/account/data-card")).DataCard,
}));
const OwnRecord = lazy(async () => ({
  default: (await import("../../features/audit/own-record")).OwnRecord,
}));
const SecondFactorCard = lazy(
  () => import("../../features/account/second-factor-card"),
);

export default function ProfileContent(props: {
  email: string;
  business: Shop;
}) {
  const { email, business } = props;
  useEffect(() => void syncServerClock(), []);
  const session = useSession();
  // An admin who views the page has a separate second factor.
  const isOwn = session.is === "signedIn" && session.me.viewing === null;
  const { ending, gone } = useAccountGone();
  const { source, isSubscribed } = business.subscription;
  return (
    <div className="@container">
      <div className="items-start gap-8 @min-[56rem]:grid @min-[56rem]:grid-cols-[minmax(0,1fr)_13rem]">
        <Index />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <CardBoundary text={strings.notLoaded}>
            <Business />
          </CardBoundary>
          <div id="account" className="scroll-mt-4">
            <CredentialsCard email={email} />
          </div>
          {isOwn && (
            <CardBoundary>
              <Suspense fallback={<Bone className="h-48 rounded-lg" />}>
                <SecondFactorCard email={email} />
              </Suspense>
            </CardBoundary>
          )}
          <div id="data" className="scroll-mt-4">
            <CardBoundary>
              <Suspense fallback={<Bone className="h-64 rounded-lg" />}>
                <DataCard
                  business={business}
                  pays={isSubscribed && source === "stripe"}
                  ending={ending}
                  onGone={() => void gone(strings.deletion.done)}
                />
              </Suspense>
            </CardBoundary>
          </div>
          <CardBoundary>
            <Suspense>
              <OwnRecord timeZone={business.timezone} />
            </Suspense>
          </CardBoundary>
        </div>
      </div>
    </div>
  );
}

const entries = [
  ...cards.map((card) => [card, titles[card]] as const),
  ["account", strings.account.title] as const,
  ["data", strings.data.title] as const,
];

/** The last entry that begins in the upper third of the window; at the page's end the last of all. */
function entryInSight(): string | undefined {
  // In a low window the document scrolls.
  const main = document.getElementById("main");
  const scrollers = [document.documentElement, ...(main ? [main] : [])];
  if (scrollers.some(isAtEnd)) return entries.at(-1)?.[0];
  const begun = entries.filter(([id]) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top !== undefined && top < window.innerHeight / 3;
  });
  return (begun.at(-1) ?? entries[0])?.[0];
}

function isAtEnd(scroller: HTMLElement): boolean {
  const { scrollHeight, scrollTop, clientHeight } = scroller;
  return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
}

function Index() {
  const [current, setCurrent] = useState(entryInSight);
  useEffect(() => {
    const look = () => setCurrent(entryInSight());
    // Captured: the scrolling of a part does not bubble.
    const options = { passive: true, capture: true };
    window.addEventListener("scroll", look, options);
    return () => window.removeEventListener("scroll", look, options);
  }, []);
  return (
    <nav
      aria-label={strings.onThisPage}
      className="sticky top-4 col-start-2 row-start-1 hidden @min-[56rem]:block"
    >
      {entries.map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? "location" : undefined}
          className="flex min-h-11 items-center rounded-md px-3 font-semibold text-ink-2 hover:bg-pressed hover:text-ink aria-[current]:bg-brand-soft aria-[current]:text-brand-text"
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

function Business() {
  const known = useQuery(api.profile.businesses.profile, {});
  const [search, setSearch] = useSearchParams();
  if (known === undefined) return <ProfileSkeleton />;
  return (
    <>
      <Cards
        known={known}
        first={cards.find((card) => card === search.get("edit")) ?? null}
        onClose={() => {
          // So that a reload does not open it again.
          if (search.has("edit")) setSearch({}, { replace: true });
        }}
      />
      <AddressCard />
    </>
  );
}
