/** The final page of a ticket that was not served: left, or removed with the true reason. */
import { DoorOpen, MessageCircleQuestionMark, Phone } from "lucide-react";
import { phoneHref } from "../../../lib/address/phone-href";
import { timeOf } from "../../../lib/time/format";
import { customers } from "../../../strings/customers";
import { isolated } from "../../../strings/language/intl";
import { ticket as strings } from "../../../strings/ticket";
import { Button, ButtonAnchor } from "../../../ui/button";
import { appointment } from "../scheduled/appointment-words";
import { EndFrame, type EndProps } from "./end-frame";
import type { Ticket } from "../types";

type Reason = NonNullable<Ticket["endReason"]>;

const reasonWords: Record<Exclude<Reason, "served" | "left">, string> = strings
  .ended.reasons;

/** @param ticket null when the server no longer knows it */
export function EndedScreen({
  ticket,
  onJoinAgain,
  ...frame
}: EndProps & { ticket: Ticket | null }) {
  const { phone } = frame.profile;
  return (
    <EndFrame
      {...frame}
      {...lookOf(ticket)}
      facts={
        ticket !== null &&
        ticket.endReason !== "left" && <Facts ticket={ticket} />
      }
    >
      <Button variant="primary" size="xl" onClick={onJoinAgain}>
        {strings.joinAgain}
      </Button>
      {phone !== null && (
        <ButtonAnchor size="lg" icon={Phone} href={phoneHref(phone)}>
          {customers.callShop}
        </ButtonAnchor>
      )}
    </EndFrame>
  );
}

function lookOf(ticket: Ticket | null) {
  if (ticket?.endReason === "left") {
    const tint = "bg-ended-bg text-ended-fg";
    return ticket.isScheduled
      ? {
          icon: DoorOpen,
          tint,
          title: strings.ended.cancelled,
          text: strings.ended.cancelledMeaning,
        }
      : {
          icon: DoorOpen,
          tint,
          title: strings.ended.left,
          text: strings.ended.leftMeaning,
        };
  }
  return {
    icon: MessageCircleQuestionMark,
    tint: "bg-skipped-bg text-skipped-fg",
    title: strings.ended.removed,
    text: strings.removedFromQueue,
  };
}

function Facts({ ticket }: { ticket: Ticket }) {
  const { endReason, calledAt, scheduledTime, timezone } = ticket;
  const rows = [
    endReason !== null && endReason !== "served" && endReason !== "left"
      ? { name: strings.ended.reason, value: reasonWords[endReason] }
      : null,
    calledAt === null
      ? null
      : { name: strings.ended.called, value: timeOf(calledAt, timezone) },
    scheduledTime === null
      ? null
      : {
          name: strings.ended.appointment,
          value: appointment(scheduledTime, timezone),
        },
    {
      name: strings.ticket,
      value: `#${ticket.number} · ${isolated(ticket.queueName)}`,
    },
  ].filter((row) => row !== null);
  return (
    <dl className="mt-7 grid gap-px overflow-hidden rounded-lg border border-line bg-line text-left text-base tab">
      {rows.map(({ name, value }) => (
        <div
          key={name}
          className="flex justify-between gap-4 bg-surface px-4 py-3"
        >
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 text-right font-semibold wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
