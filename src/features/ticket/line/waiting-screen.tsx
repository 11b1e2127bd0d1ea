/** "You're in the queue!": the place, the people ahead, and the wait. */
import { useQuery } from "convex/react";
import { BellOff, BellRing, Clock } from "lucide-react";
import {
  lazy,
  Suspense,
  useState,
  type ReactNode,
  useSyncExternalStore,
} from "react";
import { api } from "../../../../convex/_generated/api";
import { positionOf } from "../../../../convex/queue/rules/line";
import { minutesLate } from "../../../../convex/business/rules/notice";
import { openingForWaiting } from "../../../../convex/business/rules/opening";
import { useFreshness } from "../../../lib/server/connection";
import { timeOf } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { customers } from "../../../strings/customers";
import { number } from "../../../strings/language/intl";
import { ticket as strings } from "../../../strings/ticket";
import { Button } from "../../../ui/button";
import { Banner } from "../../../ui/banner";
import { LiveDot, ReconnectingBanner } from "../../../ui/live";
import { LegalLine } from "../../../ui/legal-links";
import { PageHeader } from "../../../ui/page-header";
import { ADD_FRAGMENT } from "../address";
import { ExplainedOrder } from "./explained-order";
import { goesOn } from "./goes-on";
import { LeaveDialog } from "../leave-dialog";
import { TicketCard } from "./ticket-card";
import type { Line, Profile, Ticket } from "../types";
import { isAlmost } from "../ring/use-almost";
import { waitsSince } from "../../../lib/time/waits-since";
import { canVibrate } from "../ring/ring";
import { canSound, onSoundChange } from "../ring/sound";

// Lazy, because it is below the place in line.
const PushOffer = lazy(() => import("../ring/push-offer"));

export function WaitingScreen(props: {
  ticket: Ticket;
  secret: string;
  profile: Profile;
  subtitle: string;
  watches: ReactNode;
}) {
  const { ticket, secret, profile, subtitle, watches } = props;
  const line = useQuery(api.line.tickets.line, { queueId: ticket.queueId });
  const freshness = useFreshness();
  const [leaving, setLeaving] = useState(false);
  const [hasPushes, setHasPushes] = useState(false);
  const position = line ? positionOf(line.waiting, ticket.number) : null;
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
      <title>{titleOf(position, profile.name)}</title>
      <PageHeader
        name={profile.name}
        picture={profile.logoUrl}
        subtitle={subtitle}
        aside={freshness.live ? <LiveDot /> : undefined}
      />
      {watches}
      <main id="main" className="flex flex-1 flex-col px-5 pb-6">
        <h1 className="pt-1 pb-4 text-2xl font-extrabold tracking-tight">
          {strings.waiting.title}
        </h1>
        {!freshness.live && (
          <ReconnectingBanner
            asOf={freshness.asOf}
            timeZone={ticket.timezone}
            className="mb-4"
          >
            {strings.waiting.safe}
          </ReconnectingBanner>
        )}
        <Late {...{ ticket, profile }} lastCallAt={line?.lastCallAt ?? null} />
        <Notice
          {...{ ticket, profile, position, live: freshness.live }}
          line={line ?? null}
        />
        <TicketCard
          ticket={ticket}
          line={line ?? null}
          profile={profile}
          position={position}
          stale={!freshness.live}
        />
        {line && <ExplainedOrder ticket={ticket} line={line} />}
        {!(hasPushes && freshness.live) && <RingNote live={freshness.live} />}
        <Suspense>
          <PushOffer secret={secret} onChange={setHasPushes} />
        </Suspense>
        <div className="mt-auto flex flex-wrap gap-3 pt-5 *:flex-1">
          <a
            href={ADD_FRAGMENT}
            className="inline-flex min-h-14 items-center justify-center rounded-md border border-line-strong bg-surface px-3.5 text-center font-semibold hover:bg-sunken active:bg-pressed"
          >
            {strings.waiting.addSomeone}
          </a>
          <Button
            variant="outlineDanger"
            size="lg"
            onClick={() => setLeaving(true)}
          >
            {strings.waiting.leave}
          </Button>
        </div>
        <LeaveDialog
          holder={{ secret }}
          question={{
            title: strings.waiting.leaveTitle,
            meaning: strings.waiting.leaveMeaning,
            stay: strings.waiting.stay,
            leave: strings.waiting.leave,
          }}
          open={leaving}
          onClose={() => setLeaving(false)}
        />
      </main>
      <LegalLine newTab />
    </div>
  );
}

/** product.md F5. Not while closed: then the ticket says when the shop opens. */
function Late(props: {
  ticket: Ticket;
  profile: Profile;
  lastCallAt: number | null;
}) {
  const { ticket, profile, lastCallAt } = props;
  const now = useNow("minute");
  const minutes = minutesLate(profile.notice, now);
  const since = waitsSince(ticket);
  const opening = openingForWaiting(profile, now, since, lastCallAt);
  if (minutes === 0 || !opening.isOpen) return null;
  return (
    <Banner tone="warn" icon={Clock} className="mb-4">
      {customers.wait.runningLate(number(minutes))}
    </Banner>
  );
}

function titleOf(position: number | null, business: string): string {
  return position === null
    ? business
    : strings.waiting.titleAt(number(position), business);
}

/** The notice of the moment. A missed call comes before being near. */
function Notice(props: {
  ticket: Ticket;
  line: Line | null;
  profile: Profile;
  position: number | null;
  live: boolean;
}) {
  const { ticket, line, profile, position, live } = props;
  const now = useNow("minute");
  if (ticket.missedCallAt !== null) {
    const time = timeOf(ticket.missedCallAt, ticket.timezone);
    return (
      <Banner tone="warn" icon={BellOff} className="mb-4">
        {position === 1
          ? strings.waiting.secondChanceNext(time)
          : strings.waiting.secondChance(time)}
      </Banner>
    );
  }
  if (!live || line === null || position === null) return null;
  const near = isAlmost(position - 1, profile.almostAt);
  if (!near || !goesOn(profile, line, ticket, now)) return null;
  return (
    <Banner tone="info" icon={BellRing} spoken className="mb-4">
      {strings.almost.stay}
    </Banner>
  );
}

/** How this phone will ring at the call, as far as that is true now. @param live whether a call would reach this page */
function RingNote({ live }: { live: boolean }) {
  const sounds = useSyncExternalStore(onSoundChange, canSound);
  return (
    <p className="mt-4 flex items-start gap-3 text-base text-ink-2">
      <BellRing className="mt-0.5 size-5 shrink-0 text-brand-text" />
      <span>{wordsFor(live, sounds)}</span>
    </p>
  );
}

function wordsFor(live: boolean, sounds: boolean): string {
  const { cannotRing, tapFirst, keepOpen, keepOpenVibrating } = strings.waiting;
  if (!live) return cannotRing;
  if (!sounds) return tapFirst;
  return canVibrate() ? keepOpenVibrating : keepOpen;
}
