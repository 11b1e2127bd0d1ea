/** "You've Been Called!": the whole screen turns green, and stays so for "It's your turn now", which does not ring. */
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { useMutation } from "convex/react";
import { Check, Footprints, Volume2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api } from "../../../../convex/_generated/api";
import { useFreshness } from "../../../lib/server/connection";
import { useCall } from "../../../lib/server/use-call";
import { cn } from "../../../lib/cn";
import { Button } from "../../../ui/button";
import { digitsOf, Num } from "../../../ui/num";
import { PageHeader } from "../../../ui/page-header";
import { FORM_FRAGMENT } from "../address";
import { Cut } from "../cut";
import { HoldClock } from "./hold-clock";
import { LeaveDialog } from "../leave-dialog";
import { placeIn } from "../place-in";
import { ring } from "../ring/ring";
import { unlockSound } from "../ring/sound";
import type { Profile, Ticket } from "../types";
import * as words from "../../../strings/customers";
import { ticket as strings } from "../../../strings/ticket";

const again =
  "mx-auto grid min-h-11 place-items-center rounded-md px-3 font-bold underline underline-offset-4";

/** `status` is called or serving. */
export function CalledScreen({
  ticket,
  secret,
  profile,
  watches,
  onJoinAgain,
}: {
  ticket: Ticket;
  secret: string;
  profile: Profile;
  watches: ReactNode;
  onJoinAgain: () => void;
}) {
  const acknowledge = useMutation(api.line.tickets.acknowledge);
  const freshness = useFreshness();
  const { busy, refusal, send } = useCall(words, strings.failed);
  const [leaving, setLeaving] = useState(false);
  const called = ticket.status === "called";
  const place = placeIn(ticket);

  return (
    <>
      <div className="on-go min-h-dvh appear bg-go text-on-go">
        <title>{words.customers.yourTurnTitle}</title>
        <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
          <PageHeader
            name={profile.name}
            picture={profile.logoUrl}
            onGo
            aside={
              <span
                className="max-w-28 truncate text-sm font-bold"
                dir="auto"
                title={ticket.queueName}
              >
                {ticket.queueName}
              </span>
            }
          />
          {watches}
          <main
            id="main"
            className="flex flex-1 flex-col px-6 pb-7 text-center"
          >
            {!freshness.live && (
              <Cut asOf={freshness.asOf} timeZone={ticket.timezone}>
                {strings.called.cut(place)}
              </Cut>
            )}
            <div className="my-auto py-5" role="alert">
              <h1 className="text-3xl font-extrabold tracking-tight text-balance">
                {called ? strings.called.title : strings.called.serving}
              </h1>
              <p className="mt-6 text-lg font-bold">{strings.ticket}</p>
              <p
                // As wide as the screen allows. One digit is limited in height, so the buttons stay visible. A recall is a new
                // call, so it pulses again.
                key={ticket.callCount}
                style={digitsOf(ticketName(ticket.letter, ticket.number))}
                className="ringing text-[min(14rem,calc(min(88vw,22rem)/(var(--digits)*.6+.35)))] leading-[.9]"
              >
                <Num value={ticketName(ticket.letter, ticket.number)} />
              </p>
              <p
                className={cn(
                  "mt-6 font-bold text-balance wrap-anywhere",
                  place === undefined ? "text-xl" : "text-2xl",
                )}
              >
                {called
                  ? strings.called.come(place)
                  : strings.called.served(place)}
              </p>
            </div>
            {called &&
              ticket.calledAt !== null &&
              ticket.graceEndsAt !== null && (
                <HoldClock
                  from={ticket.calledAt}
                  until={ticket.graceEndsAt}
                  place={place}
                />
              )}
            <div className="grid gap-3">
              {refusal !== null && (
                <p role="alert" className="font-bold">
                  {refusal}
                </p>
              )}
              {called && ticket.acknowledged && (
                <p
                  role="status"
                  className="flex min-h-16 items-center justify-center gap-3 text-lg font-bold"
                >
                  <Check className="size-6" aria-hidden="true" />
                  {strings.called.known}
                </p>
              )}
              {called && !ticket.acknowledged && (
                <Button
                  variant="go"
                  size="xl"
                  icon={Footprints}
                  busy={busy}
                  onClick={() => void send(() => acknowledge({ secret }))}
                >
                  {strings.called.onMyWay}
                </Button>
              )}
              {called && (
                <Button
                  variant="outlineGo"
                  size="lg"
                  icon={Volume2}
                  onClick={() => {
                    unlockSound();
                    ring(ticket);
                  }}
                >
                  {strings.called.ringAgain}
                </Button>
              )}
              {called ? (
                <button
                  type="button"
                  onClick={() => setLeaving(true)}
                  className={again}
                >
                  {strings.joinAgain}
                </button>
              ) : (
                // While the customer is being served, the ticket stays.
                <a href={FORM_FRAGMENT} className={again}>
                  {strings.joinAgain}
                </a>
              )}
            </div>
          </main>
        </div>
      </div>
      {/* Outside the green, so it has the focus ring of every dialog. */}
      <LeaveDialog
        holder={{ secret }}
        question={{
          title: strings.called.giveUpTitle,
          meaning: strings.called.giveUpMeaning,
          stay: strings.waiting.stay,
          leave: strings.called.giveUp,
        }}
        open={leaving && called}
        onClose={() => setLeaving(false)}
        onLeft={onJoinAgain}
      />
    </>
  );
}
