/** The last page of a ticket: served, left, or removed. */
import { differenceInMinutes } from "date-fns";
import {
  Check,
  DoorOpen,
  MessageCircleQuestionMark,
  Phone,
} from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../lib/cn";
import { timeOf } from "../../lib/format";
import { customers } from "../../texts/customers";
import { ticket as texts } from "../../texts/ticket";
import { Button, ButtonAnchor } from "../../ui/button";
import { PageHeader } from "../../ui/page-header";
import type { Profile, Ticket } from "./types";

type Reason = NonNullable<Ticket["endReason"]>;

/** Why a ticket ended, for the person who held it. */
const reasonWords: Record<Exclude<Reason, "served" | "left">, string> = texts
  .ended.reasons;

/** @param ticket null when nobody knows this ticket any more */
export function EndedScreen({
  ticket,
  profile,
  subtitle,
  watches,
  onJoinAgain,
}: {
  ticket: Ticket | null;
  profile: Profile;
  subtitle: string;
  watches: ReactNode;
  onJoinAgain: () => void;
}) {
  const reason = ticket?.endReason ?? null;
  const look = lookOf(reason);
  const Icon = look.icon;
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
      <title>{texts.ended.titleAt(look.title, profile.name)}</title>
      <PageHeader
        name={profile.name}
        picture={profile.logoUrl}
        subtitle={subtitle}
      />
      {watches}
      <main id="main" className="flex flex-1 flex-col px-5 pb-7">
        <div className="my-auto py-6 text-center" role="status">
          <span
            className={cn(
              "mx-auto grid size-20 place-items-center rounded-full",
              look.tint,
            )}
          >
            <Icon className="size-10" aria-hidden="true" />
          </span>
          <h1 className="mt-6 text-3xl leading-tight font-extrabold tracking-tight text-balance">
            {look.title}
          </h1>
          <p className="mt-4 text-lg text-balance wrap-anywhere tab">
            {reason === "served" && ticket !== null
              ? servedText(ticket, profile.name)
              : look.text}
          </p>
          {ticket !== null && reason !== "served" && reason !== "left" && (
            <Facts ticket={ticket} />
          )}
        </div>
        <div className="grid gap-3">
          <Button variant="primary" size="xl" onClick={onJoinAgain}>
            {texts.joinAgain}
          </Button>
          {profile.phone !== null && reason !== "served" && (
            <ButtonAnchor
              size="lg"
              icon={Phone}
              href={`tel:${profile.phone.replace(/[^+\d]/g, "")}`}
            >
              {customers.callShop}
            </ButtonAnchor>
          )}
        </div>
      </main>
    </div>
  );
}

function lookOf(reason: Reason | null) {
  if (reason === "served") {
    return {
      icon: Check,
      tint: "bg-completed-bg text-completed-fg",
      title: texts.ended.served,
      text: "",
    };
  }
  if (reason === "left") {
    return {
      icon: DoorOpen,
      tint: "bg-ended-bg text-ended-fg",
      title: texts.ended.left,
      text: texts.ended.leftMeaning,
    };
  }
  return {
    icon: MessageCircleQuestionMark,
    tint: "bg-skipped-bg text-skipped-fg",
    title: texts.ended.removed,
    text: texts.removedFromQueue,
  };
}

function servedText(ticket: Ticket, business: string): string {
  const until = ticket.calledAt ?? ticket.joinedAt;
  const minutes = differenceInMinutes(until, ticket.joinedAt, {
    roundingMethod: "round",
  });
  return minutes < 1
    ? texts.ended.noWait(ticket.number, business)
    : texts.ended.waited(ticket.number, minutes, business);
}

function Facts({ ticket }: { ticket: Ticket }) {
  const reason = ticket.endReason;
  const rows = [
    reason !== null && reason !== "served" && reason !== "left"
      ? { name: texts.ended.reason, value: reasonWords[reason] }
      : null,
    ticket.calledAt === null
      ? null
      : {
          name: texts.ended.called,
          value: timeOf(ticket.calledAt, ticket.timezone),
        },
    {
      name: texts.ticket,
      value: `#${ticket.number} · ${ticket.queueName}`,
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
