/** A booking whose time has not come. Then the server's answer changes, and the page shows the place in line. */
import { CalendarPlus, MailCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useFreshness } from "../../../lib/server/connection";
import type { SlotPicker } from "../../../lib/slot-picker";
import { isolated } from "../../../strings/language/intl";
import { ticket as strings } from "../../../strings/ticket";
import { Button } from "../../../ui/button";
import { LiveDot } from "../../../ui/live";
import { LegalLine } from "../../../ui/legal-links";
import { PageHeader } from "../../../ui/page-header";
import { addToCalendar } from "./add-to-calendar";
import { FORM_FRAGMENT } from "../address";
import { appointment } from "./appointment-words";
import { Cut } from "../cut";
import { LeaveDialog } from "../leave-dialog";
import { MoveDialog } from "./move-dialog";
import PushOffer from "../ring/push-offer";
import { ScheduledCard } from "./scheduled-card";
import type { Profile, Ticket } from "../types";

export default function ScheduledScreen({
  ticket,
  bookedAt,
  secret,
  profile,
  subtitle,
  movePicker,
  watches,
}: {
  ticket: Ticket;
  bookedAt: number;
  secret: string;
  profile: Profile;
  subtitle: string;
  movePicker: SlotPicker;
  watches: ReactNode;
}) {
  const freshness = useFreshness();
  const [open, setOpen] = useState<"move" | "cancel" | null>(null);
  const close = () => setOpen(null);
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
          {strings.waiting.title}
        </h1>
        {!freshness.live && (
          <Cut asOf={freshness.asOf} timeZone={ticket.timezone}>
            {strings.scheduled.safe}
          </Cut>
        )}
        <ScheduledCard ticket={ticket} bookedAt={bookedAt} />
        {ticket.mailedTo !== null && (
          <p className="mt-3 flex items-start gap-3 text-base wrap-anywhere text-ink-2">
            <MailCheck
              className="mt-0.5 size-5 shrink-0 text-brand-text"
              aria-hidden="true"
            />
            <span>{strings.scheduled.mailed(isolated(ticket.mailedTo))}</span>
          </p>
        )}
        <PushOffer secret={secret} />
        <Button
          size="lg"
          icon={CalendarPlus}
          className="mt-5"
          onClick={() => addToCalendar(ticket, bookedAt, profile)}
        >
          {strings.scheduled.addToCalendar}
        </Button>
        <a
          href={FORM_FRAGMENT}
          className="mx-auto mt-3 grid min-h-11 place-items-center rounded-md px-3 font-semibold text-brand-text underline underline-offset-4"
        >
          {strings.waiting.addSomeone}
        </a>
        <div className="mt-auto flex flex-wrap gap-3 pt-5 *:flex-1">
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
      </main>
      <LegalLine newTab />
      {open === "move" && (
        <MoveDialog
          {...{ ticket, bookedAt, secret, profile }}
          picker={movePicker}
          onClose={close}
        />
      )}
      <LeaveDialog
        secret={secret}
        question={{
          title: strings.scheduled.cancelTitle,
          meaning: strings.scheduled.cancelMeaning,
          stay: strings.scheduled.keep,
          leave: strings.scheduled.cancel,
        }}
        open={open === "cancel"}
        onClose={close}
      />
    </div>
  );
}
