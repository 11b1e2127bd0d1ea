/** The content of /profile under its heading: the business, the user's credentials, and an owner's data. */
import { useQuery } from "convex/react";
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { may } from "../../../convex/business/rules/roles";
import { CredentialsCard } from "../../features/account/credentials-card";
import { AddressCard } from "../../features/profile/address-card";
import { cards } from "../../features/profile/card-names";
import { Cards } from "../../features/profile/cards";
import type { Business as Shop } from "../../features/shell/types";
import { useAccountGone } from "../../features/shell/use-logout";
import { useSession } from "../../lib/account/me";
import { cn } from "../../lib/cn";
import { profile as strings } from "../../strings/profile";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { AccountCard } from "../support/account-card";
import { ProfileSkeleton } from "./skeleton";

// At the end of the page and rarely used, so they load separately.
const DataCard = lazy(() => import("../../features/account/data-card"));
const OwnRecord = lazy(() => import("../../features/audit/own-record"));
const LeaveCard = lazy(() => import("../../features/account/leave-card"));
const OwnDays = lazy(() => import("../../features/reports/own-days"));
const PinCard = lazy(() => import("../../features/team/pin-card"));
const SecondFactorCard = lazy(
  () => import("../../features/account/second-factor-card"),
);

export default function ProfileContent(props: {
  email: string;
  business: Shop;
}) {
  const { email, business } = props;
  const session = useSession();
  // An admin who views the page has a separate second factor.
  const isOwn = session.is === "signedIn" && session.me.viewing === null;
  const { ending, gone } = useAccountGone();
  const manages = may(business.role, "manageShop");
  const owns = may(business.role, "ownShop");
  return (
    <div className="@container">
      <div className="items-start gap-8 @min-[56rem]:grid @min-[56rem]:grid-cols-[minmax(0,1fr)_13rem]">
        {manages && <Index />}
        <div
          id={PAGE}
          className="grid grid-cols-[minmax(0,1fr)] gap-5 [&>section>div>h2]:scroll-mt-8"
        >
          {manages && (
            <CardBoundary text={strings.notLoaded}>
              <Business />
            </CardBoundary>
          )}
          {!manages && (
            <Late height="h-48">
              <OwnDays shop={business} />
            </Late>
          )}
          <CredentialsCard email={email} />
          {isOwn && (
            <>
              <Late height="h-48">
                <SecondFactorCard email={email} />
              </Late>
              <Late>
                <PinCard personId={session.me.userId} />
              </Late>
            </>
          )}
          {!owns && <AccountCard email={email} />}
          <Late height="h-64">
            {owns ? (
              <DataCard
                business={business}
                ending={ending}
                onGone={() => void gone(strings.deletion.done)}
              />
            ) : (
              <LeaveCard
                shop={business.name}
                ending={ending}
                onGone={() => void gone(strings.leave.done(business.name))}
              />
            )}
          </Late>
          {owns && (
            <Late>
              <OwnRecord timeZone={business.timezone} />
            </Late>
          )}
        </div>
      </div>
    </div>
  );
}

/** A card that loads later. `height`: its room until then; none for one that may stay empty. */
function Late({ height, children }: { height?: string; children: ReactNode }) {
  return (
    <CardBoundary>
      <Suspense
        fallback={height && <Bone className={cn("rounded-lg", height)} />}
      >
        {children}
      </Suspense>
    </CardBoundary>
  );
}

const PAGE = "profile-cards";

/** The headings of the cards that are there now. */
const headings = () => [
  ...document.querySelectorAll(`#${PAGE} > section > div > h2`),
];

/** The id of the last heading in the upper third of the window; at the page's end the last of all. */
function headingInSight(): string | undefined {
  const all = headings();
  // In a low window the document scrolls.
  const main = document.getElementById("main");
  const scrollers = [document.documentElement, ...(main ? [main] : [])];
  if (scrollers.some(isAtEnd)) return all.at(-1)?.id;
  const third = window.innerHeight / 3;
  const begun = all.filter((one) => one.getBoundingClientRect().top < third);
  return (begun.at(-1) ?? all[0])?.id;
}

function isAtEnd(scroller: HTMLElement): boolean {
  const { scrollHeight, scrollTop, clientHeight } = scroller;
  return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
}

const BY_READER = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

function Index() {
  const [entries, setEntries] = useState<Element[]>([]);
  const [current, setCurrent] = useState<string>();
  /** The entry that was picked here, until the reader scrolls: cards that load later move the page under it. */
  const picked = useRef<string | null>(null);
  // Read from the page: cards load late, and some stay away.
  useEffect(() => {
    const page = document.getElementById(PAGE);
    if (page === null) return undefined;
    const read = () => setEntries(headings());
    read();
    const observer = new MutationObserver(read);
    observer.observe(page, { childList: true });
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const look = () => setCurrent(picked.current ?? headingInSight());
    look();
    const forget = () => (picked.current = null);
    const all = [
      ["scroll", look],
      ...BY_READER.map((kind) => [kind, forget] as const),
    ] as const;
    // Captured: the scrolling of a part does not bubble.
    const options = { passive: true, capture: true };
    for (const [kind, listen] of all)
      window.addEventListener(kind, listen, options);
    return () => {
      for (const [kind, listen] of all)
        window.removeEventListener(kind, listen, options);
    };
  }, [entries]);
  return (
    <nav
      aria-label={strings.onThisPage}
      className="sticky top-4 col-start-2 row-start-1 hidden @min-[56rem]:block"
    >
      {entries.map(({ id, textContent }) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={() => {
            picked.current = id;
            setCurrent(id);
          }}
          aria-current={id === current ? "location" : undefined}
          className="flex min-h-11 items-center rounded-md px-3 font-semibold text-ink-2 hover:bg-pressed hover:text-ink aria-[current]:bg-brand-soft aria-[current]:text-brand-text"
        >
          {textContent}
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
