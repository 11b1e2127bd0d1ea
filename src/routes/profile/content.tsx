/** The content of /profile under its heading: the business, the owner's credentials, and the data. */
import { useQuery } from "convex/react";
import { lazy, Suspense, useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { CredentialsCard } from "../../features/account/credentials-card";
import { AddressCard } from "../../features/profile/address-card";
import { cards, titles } from "../../features/profile/card-names";
import { Cards } from "../../features/profile/cards";
import { LateCard } from "../../features/profile/late-card";
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
    <div className="items-start gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_13rem]">
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
  );
}

function Index() {
  const entries = [
    ...cards.map((card) => [card, titles[card]] as const),
    ["account", strings.account.title] as const,
    ["data", strings.data.title] as const,
  ];
  return (
    <nav
      aria-label={strings.onThisPage}
      className="sticky top-4 col-start-2 row-start-1 hidden lg:block"
    >
      {entries.map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          className="flex min-h-11 items-center rounded-md px-3 font-semibold text-ink-2 hover:bg-pressed hover:text-ink"
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
      <LateCard known={known} />
      <AddressCard />
    </>
  );
}
