/** The final page of a ticket that was not served: who ended it, and what to do now (product.md C3). */
import { useQuery } from "convex/react";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { DoorOpen, MessageCircleQuestionMark, Phone } from "lucide-react";
import { api } from "../../../../convex/_generated/api";
import { phoneHref } from "../../../lib/address/phone-href";
import { bookedTime, timeOf } from "../../../lib/time/format";
import { customers } from "../../../strings/customers";
import { isolated } from "../../../strings/language/intl";
import { ticket as strings } from "../../../strings/ticket";
import { Button, ButtonAnchor } from "../../../ui/button";
import { appointment } from "../scheduled/appointment-words";
import { EndFrame, type EndProps } from "./end-frame";
import type { Ticket } from "../types";

type Ended = Pick<
  Ticket,
  | ("letter" | "number" | "queueName" | "timezone" | "endReason")
  | ("isScheduled" | "scheduledTime" | "calledAt")
>;

/** @param ticket null when the server no longer knows it @param words in place of its words, with the way to the shop's page */
export function EndedScreen(
  props: EndProps & {
    ticket: Ended | null;
    words?: { title: string; text: string };
  },
) {
  const { ticket, words, onJoinAgain, ...frame } = props;
  const { businessId, phone } = frame.profile;
  const shop = useQuery(api.profile.businesses.publicProfile, { businessId });
  const hasLeft = ticket?.endReason === "left";
  const look = hasLeft
    ? { icon: DoorOpen, tint: "bg-ended-bg text-ended-fg" }
    : {
        icon: MessageCircleQuestionMark,
        tint: "bg-skipped-bg text-skipped-fg",
      };
  return (
    <EndFrame
      {...frame}
      {...look}
      {...((shop !== null && words) || wordsFor(ticket, shop === null))}
      facts={ticket !== null && !hasLeft && <Facts ticket={ticket} />}
    >
      {shop !== null && (
        <Button variant="primary" size="xl" onClick={onJoinAgain}>
          {words !== undefined
            ? strings.shopPage
            : ticket?.isScheduled
              ? strings.scheduled.another
              : strings.joinAgain}
        </Button>
      )}
      {phone !== null && (
        <ButtonAnchor size="lg" icon={Phone} href={phoneHref(phone)}>
          {customers.callShop}
        </ButtonAnchor>
      )}
    </EndFrame>
  );
}

/** `small`: the specified sentence, where it adds nothing but contradicts nothing. */
function wordsFor(ticket: Ended | null, isShopGone: boolean) {
  const { removed, cancelled, cancelledMeaning, left, leftMeaning, why } =
    strings.ended;
  const small = strings.removedFromQueue;
  const reason = ticket?.endReason ?? null;
  if (isShopGone) return { title: removed, text: why.shopGone };
  if (ticket === null || reason === null || reason === "served") {
    return { title: removed, text: small };
  }
  if (reason === "left") {
    const { isScheduled, scheduledTime, timezone, queueName } = ticket;
    if (!isScheduled || scheduledTime === null) {
      return { title: left, text: leftMeaning };
    }
    const time = bookedTime(scheduledTime, timezone);
    return {
      title: cancelled,
      text: cancelledMeaning(time, isolated(queueName)),
    };
  }
  if (reason === "stale") return { title: removed, text: why.stale };
  if (ticket.isScheduled) return { title: cancelled, text: why.booking };
  return { title: removed, text: why[reason], small };
}

function Facts({ ticket }: { ticket: Ended }) {
  const { calledAt, scheduledTime, timezone } = ticket;
  const rows = [
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
      value: `${ticketName(ticket.letter, ticket.number)} · ${isolated(ticket.queueName)}`,
    },
  ].filter((row) => row !== null);
  return (
    <dl className="mt-7 grid gap-px overflow-hidden rounded-lg border border-line bg-line text-left text-base tab">
      {rows.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-wrap justify-between gap-x-4 bg-surface px-4 py-3"
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
