/** A booking whose time has not come. Then the server's answer changes, and the page shows the place in line. */
import { CalendarCheck, CalendarPlus, MailCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import { intoView } from "../../../lib/into-view";
import { useFreshness } from "../../../lib/server/connection";
import type { SlotPicker } from "../../../lib/slot-picker";
import { bookedTime, timeOf, zoneNote } from "../../../lib/time/format";
import { isolated } from "../../../strings/language/intl";
import { ticket as strings } from "../../../strings/ticket";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { LiveDot, ReconnectingBanner } from "../../../ui/live";
import { LegalLine } from "../../../ui/legal-links";
import { PageHeader } from "../../../ui/page-header";
import { addToCalendar } from "./add-to-calendar";
import { BOOK_FRAGMENT } from "../address";
import { appointment, appointmentDay, untilThen } from "./appointment-words";
import { LeaveDialog } from "../leave-dialog";
import { MoveDialog } from "./move-dialog";
import PushOffer from "../ring/push-offer";
import type { Holder } from "../holder";
import type { Booking, Profile } from "../types";
import { useNow } from "../../../lib/time/use-now";
import { TicketStub } from "../ticket-stub";

export default function ScheduledScreen(props: {
  ticket: Booking;
  bookedAt: number;
  holder: Holder;
  profile: Profile;
  subtitle: string;
  movePicker: SlotPicker;
  watches: ReactNode;
}) {
  const { ticket, bookedAt, holder, profile } = props;
  const { subtitle, movePicker, watches } = props;
  const freshness = useFreshness();
  const [open, setOpen] = useState<"move" | "cancel" | null>(null);
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const close = () => setOpen(null);
  const isOwnPhone = "secret" in holder;
  const time = bookedTime(bookedAt, ticket.timezone);
  // Wraps before it, never inside it.
  const mailedTo = ticket.mailedTo?.replace("…", "…\u2060");
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
      <title>
        {strings.scheduled.titleAt(
          appointment(bookedAt, ticket.timezone),
          profile.name,
        )}
      </title>
      <PageHeader
        name={profile.name}
        picture={profile.logoUrl}
        subtitle={subtitle}
        aside={freshness.live ? <LiveDot /> : undefined}
      />
      {watches}
      <main id="main" className="flex flex-1 flex-col px-5 pb-6">
        <h1 className="pt-1 pb-4 text-2xl font-extrabold tracking-tight">
          {strings.scheduled.title}
        </h1>
        {!freshness.live && (
          <ReconnectingBanner
            asOf={freshness.asOf}
            timeZone={ticket.timezone}
            className="mb-4"
          >
            {strings.scheduled.safe}
          </ReconnectingBanner>
        )}
        {/* The desk may have moved it since. */}
        {movedTo === bookedAt && (
          <div ref={intoView}>
            <Banner
              tone="info"
              icon={CalendarCheck}
              spoken
              className="mb-4 wrap-anywhere"
            >
              {mailedTo === undefined
                ? strings.scheduled.moved(time)
                : strings.scheduled.movedAndMailed(time, isolated(mailedTo))}
            </Banner>
          </div>
        )}
        <ScheduledCard
          ticket={ticket}
          bookedAt={bookedAt}
          then={isOwnPhone ? strings.scheduled.turns : ""}
        />
        {isOwnPhone && mailedTo !== undefined && movedTo !== bookedAt && (
          <p className="mt-3 flex items-start gap-3 text-sm wrap-anywhere text-ink-2">
            <MailCheck className="size-5 shrink-0 text-brand-text" />
            <span>{strings.scheduled.mailed(isolated(mailedTo))}</span>
          </p>
        )}
        {/* The mail has its own file. */}
        {isOwnPhone && (
          <Button
            size="lg"
            icon={CalendarPlus}
            className="mt-4"
            onClick={() => addToCalendar(ticket, bookedAt, profile)}
          >
            {strings.scheduled.addToCalendar}
          </Button>
        )}
        <div className="mt-3 flex flex-wrap gap-3 *:flex-1">
          <Button size="lg" onClick={() => setOpen("move")}>
            {strings.scheduled.move}
          </Button>
          <Button
            variant="outlineDanger"
            size="lg"
            onClick={() => setOpen("cancel")}
          >
            {strings.scheduled.cancel}
          </Button>
        </div>
        <a
          href={BOOK_FRAGMENT}
          className="mx-auto mt-3 grid min-h-11 place-items-center rounded-md px-3 font-semibold text-brand-text underline underline-offset-4"
        >
          {strings.scheduled.another}
        </a>
        {isOwnPhone && <PushOffer secret={holder.secret} />}
      </main>
      <LegalLine newTab />
      {open === "move" && (
        <MoveDialog
          {...{ ticket, bookedAt, holder, profile }}
          picker={movePicker}
          onMoved={setMovedTo}
          onClose={close}
        />
      )}
      <LeaveDialog
        holder={holder}
        question={{
          title: strings.scheduled.cancelTitle(time),
          meaning: strings.scheduled.cancelMeaning(
            isolated(ticket.queueName),
            isolated(profile.name),
          ),
          stay: strings.scheduled.keep,
          leave: strings.scheduled.cancel,
        }}
        open={open === "cancel"}
        onClose={close}
      />
    </div>
  );
}

/** The paper ticket of a booking: day and time above the tear, name and number below it. */
function ScheduledCard(props: {
  ticket: Booking;
  bookedAt: number;
  /** What happens at that time. */
  then: string;
}) {
  const { ticket, bookedAt, then } = props;
  const now = useNow("minute");
  const { timezone } = ticket;
  // In "10:30 AM" the digits are large, the rest is smaller.
  const [time = "", ...more] = timeOf(bookedAt, timezone).split(/\s/);
  return (
    <div className="ticket-shadow">
      <section
        className="rounded-xl bg-surface ticket [--tear:calc(100%_-_7rem)]"
        aria-label={strings.scheduled.yours}
      >
        <div className="px-6 pt-5 pb-6 tab" aria-live="polite">
          <p>
            <span className="block text-ink-2">{strings.scheduled.for}</span>{" "}
            <span className="mt-1 block text-xl font-bold">
              {appointmentDay(bookedAt, timezone)}
              {zoneNote(bookedAt, timezone)}
            </span>{" "}
            <span className="mt-3 flex flex-wrap items-baseline gap-x-3">
              <span className="text-[min(5.5rem,21vw)] leading-[.95] num">
                {time}
              </span>{" "}
              <span className="text-2xl font-bold">{more.join(" ")}</span>
            </span>
          </p>
          <p className="mt-4 text-base text-ink-2">
            {[untilThen(bookedAt, now, timezone), then]
              .filter((part) => part !== "")
              .join(" ")}
          </p>
        </div>
        <TicketStub ticket={ticket} />
      </section>
    </div>
  );
}
