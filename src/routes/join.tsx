/** /join?b={businessId}: the form; with #ticket=… the live ticket, with #booking=… what a booking's mail opens. */
import { useConvex, useQuery, type ConvexReactClient } from "convex/react";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../convex/_generated/api";
import { JoinNow } from "../features/join/join-screen";
import { closedWords } from "../features/join/opening-words";
import { SlotPart } from "../features/join/slot-part";
import { readFragment, ticketFragment } from "../features/ticket/address";
import { isSettled } from "../features/ticket/ended/is-settled";
import { unlockSound } from "../features/ticket/ring/sound";
import {
  forgetTicket,
  rememberTicket,
  storedTickets,
  useStoredTickets,
} from "../features/ticket/stored-tickets";
import type { Profile } from "../features/ticket/types";
import type { SlotPicker } from "../lib/slot-picker";
import { askEarly } from "../lib/server/ask-early";
import { readingOf, zoneNote } from "../lib/time/format";
import { onDemand } from "../lib/on-demand";
import {
  goToFragment,
  replaceAddress,
  useHash,
  useSearch,
} from "../lib/address/location";
import { shortPath } from "../lib/address/short";
import { openingAt, type Opening } from "../lib/time/opening";
import { serverNow, syncServerClock } from "../lib/server/server-clock";
import { useAnswer } from "../lib/server/use-answer";
import { useCalm } from "../lib/use-calm";
import { useNow } from "../lib/time/use-now";
import { everyone } from "../strings/everyone";
import { customers as strings } from "../strings/customers";
import { openClock } from "../strings/language/page-clock";
import { Bone, Skeleton } from "../ui/skeleton";

// Loads while the form is filled in, because the network at a door is unreliable.
const fetchTicketScreen = () => import("../features/ticket/ticket-screen");
const ticketScreen = onDemand(fetchTicketScreen);
const mailedScreen = onDemand(
  () => import("../features/ticket/scheduled/mailed-screen"),
);
const businessMissing = onDemand(async () => ({
  default: (await import("../features/join/business-missing")).BusinessMissing,
}));
const ticketWatches = onDemand(async () => ({
  default: (await fetchTicketScreen()).TicketWatches,
}));
// Larger than the form, and only for bookings.
const loadSlotPicker = () => {
  // The page that follows a booking.
  void import("../features/ticket/scheduled/scheduled-screen").catch(
    () => undefined,
  );
  return import("../features/booking/slot-picker");
};
const MovePicker: SlotPicker = (picker) => (
  <SlotPart load={loadSlotPicker} {...picker} />
);

/** A second ticket for one queue within this time needs a confirmation (product.md J5). */
const RECENT_MS = 15 * 60_000;

/** Subscribes to this address's data before it renders. A device knows the queues of the tickets that it holds. */
export function askForJoinScreen(convex: ConvexReactClient): void {
  const { pathname, search, hash } = window.location;
  if (shortPath.test(pathname)) {
    askEarly(convex, api.profile.addresses.behind, {
      typed: typedIn(pathname),
    });
    return;
  }
  const businessId = new URLSearchParams(search).get("b");
  if (!businessId) return;
  askEarly(convex, api.profile.businesses.publicProfile, { businessId });
  const view = readFragment(hash);
  if (view.kind === "booking") {
    void mailedScreen.load();
    askEarly(convex, api.booking.mailed.view, { token: view.token });
    return;
  }
  const held = storedTickets().find((one) =>
    view.kind === "ticket"
      ? one.secret === view.secret
      : one.businessId === businessId,
  );
  const secret = view.kind === "ticket" ? view.secret : held?.secret;
  if (view.kind === "form" || secret === undefined) {
    askEarly(convex, api.desk.queues.publicList, { businessId });
    return;
  }
  void ticketScreen.load();
  askEarly(convex, api.line.tickets.mine, { secret });
  if (held) askEarly(convex, api.line.tickets.line, { queueId: held.queueId });
}

export default function JoinScreen() {
  const businessId = new URLSearchParams(useSearch()).get("b");
  const { pathname } = window.location;
  if (shortPath.test(pathname)) return <Short typed={typedIn(pathname)} />;
  if (!businessId) return <Missing failed={false} />;
  return <Business key={businessId} businessId={businessId} />;
}

function typedIn(pathname: string): string {
  return pathname.slice("/j/".length);
}

/** A short address becomes the shop's join link, so that all behind it is one page. */
function Short({ typed }: { typed: string }) {
  const convex = useConvex();
  const businessId = useAnswer(api.profile.addresses.behind, { typed });
  useEffect(() => {
    if (typeof businessId !== "string") return;
    replaceAddress(`/join?b=${encodeURIComponent(businessId)}`);
    askForJoinScreen(convex);
  }, [businessId, convex]);
  if (businessId instanceof Error) return <Missing failed />;
  if (businessId === null) return <Missing failed={false} />;
  return <LoadingPage />;
}

function Business({ businessId }: { businessId: string }) {
  const profile = useAnswer(api.profile.businesses.publicProfile, {
    businessId,
  });
  const [last, setLast] = useState<Profile | null>(null);
  const { kind } = readFragment(useHash());
  const holds = kind === "ticket" || kind === "booking";
  if (profile instanceof Error) return <Missing failed />;
  if (profile && profile !== last) setLast(profile);
  // Its account was deleted: customers who wait here see that they were removed.
  const shown = (profile === null && holds && last) || profile;
  if (shown === undefined) return <LoadingPage />;
  if (shown === null) return <Missing failed={false} />;
  openClock(shown);
  return <Visit profile={shown} />;
}

function Missing({ failed }: { failed: boolean }) {
  return <businessMissing.Screen failed={failed} fallback={<LoadingPage />} />;
}

function Visit({ profile }: { profile: Profile }) {
  useEffect(() => {
    void ticketScreen.load();
  }, []);
  useEffect(() => void syncServerClock(), []);
  const hash = useHash();
  useCalm(hash);
  const view = readFragment(hash);
  const now = useNow("minute");
  const opening = openingAt(profile, now);
  const hours = subtitleOf(opening, zoneNote(now, profile.timezone));
  const subtitle = profile.demo ? strings.join.demo(hours) : hours;
  const own = useStoredTickets().find(
    ({ businessId }) => businessId === profile.businessId,
  );
  const [icon, setIcon] = useState(ticketOfIcon);

  if (view.kind === "ticket" && view.secret === icon) {
    return <Resume secret={icon} onDone={() => setIcon(null)} />;
  }
  if (view.kind === "ticket") {
    return (
      <ticketScreen.Screen
        key={view.secret}
        secret={view.secret}
        profile={profile}
        subtitle={subtitle}
        movePicker={MovePicker}
        fallback={<LoadingPage />}
      />
    );
  }
  const tickets = own && (
    <ticketWatches.Screen
      profile={profile}
      fallback={<div className="min-h-14" />}
    />
  );
  if (view.kind === "booking") {
    return (
      <mailedScreen.Screen
        key={view.token}
        token={view.token}
        profile={profile}
        subtitle={subtitle}
        movePicker={MovePicker}
        watches={tickets && <div className="px-5 pb-4">{tickets}</div>}
        loading={<LoadingPage />}
        fallback={<LoadingPage />}
      />
    );
  }
  if (view.kind === "start" && own !== undefined) {
    return <Resume key={own.secret} secret={own.secret} />;
  }
  const way = view.kind === "form" ? view.way : "new";
  return (
    <JoinNow
      key={way}
      way={way}
      tickets={tickets}
      shop={profile}
      subtitle={subtitle}
      opening={opening}
      missing={<Missing failed />}
      loadSlotPicker={loadSlotPicker}
      onTap={() => {
        unlockSound();
        // Loaded while the form was filled in, so still inside the tap.
        fetchTicketScreen().then(
          ({ unlockWakeLock }) => unlockWakeLock(),
          () => undefined,
        );
      }}
      onJoined={(secret, queueId) => {
        const { businessId } = profile;
        rememberTicket({ secret, businessId, queueId, takenAt: Date.now() });
        // No history entry for the finished form.
        goToFragment(ticketFragment(secret), { replace: true });
        window.scrollTo(0, 0);
      }}
      hasRecent={(queueId) =>
        storedTickets().some(
          (ticket) =>
            ticket.queueId === queueId &&
            Date.now() - ticket.takenAt < RECENT_MS,
        )
      }
    />
  );
}

/** The ticket with which an icon on an iPhone's Home Screen was made, and which it always opens (push-offer.tsx). */
function ticketOfIcon(): string | null {
  const view = readFragment(window.location.hash);
  // Only Apple's phones say this. Others start at the shop's page.
  const isIcon = "standalone" in navigator && navigator.standalone === true;
  return isIcon && view.kind === "ticket" ? view.secret : null;
}

/** The code was scanned again, or an icon opened: leads to the ticket if it is still valid, else to the shop's page. */
function Resume({ secret, onDone }: { secret: string; onDone?: () => void }) {
  const ticket = useQuery(api.line.tickets.mine, { secret });
  const done = useEffectEvent(() => onDone?.());
  useEffect(() => {
    if (ticket === undefined) return;
    if (ticket === null || isSettled(ticket, serverNow())) {
      forgetTicket(secret);
      const { pathname, search } = window.location;
      replaceAddress(`${pathname}${search}`);
    } else {
      goToFragment(ticketFragment(secret), { replace: true });
    }
    done();
  }, [ticket, secret]);
  return <LoadingPage />;
}

function subtitleOf(opening: Opening, zone: string): string {
  if (!opening.open) {
    return `${closedWords(opening)}${opening.opens === null ? "" : zone}`;
  }
  const { until } = opening;
  return until === null
    ? strings.join.openNow
    : `${strings.join.openUntil(readingOf(until))}${zone}`;
}

function LoadingPage() {
  return (
    <main id="main" className="mx-auto max-w-lg px-5 pt-5">
      <Skeleton label={everyone.loading} className="grid gap-4">
        <div className="flex items-center gap-3">
          <Bone className="size-11" />
          <Bone className="h-6 w-1/2" />
        </div>
        <Bone className="h-9 w-2/3" />
        <Bone className="h-18 rounded-lg" />
        <Bone className="h-18 rounded-lg" />
        <p className="late-note text-balance text-ink-2">{everyone.slow}</p>
      </Skeleton>
    </main>
  );
}
