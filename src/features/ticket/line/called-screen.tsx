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
import { ReconnectingBanner } from "../../../ui/live";
import { digitsOf, Num } from "../../../ui/num";
import { PageHeader } from "../../../ui/page-header";
import { FORM_FRAGMENT } from "../address";
import { LeaveDialog } from "../leave-dialog";
import { placeIn } from "../place-in";
import { ring } from "../ring/ring";
import { unlockSound } from "../ring/sound";
import type { Profile, Ticket } from "../types";
import * as words from "../../../strings/refusals/customer";
import { ticket as strings } from "../../../strings/ticket";
import { countdown, minutesSince } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";

const again =
  "mx-auto grid min-h-11 place-items-center rounded-md px-3 font-bold underline underline-offset-4";

/** `status` is called or serving. */
export function CalledScreen(props: {
  ticket: Ticket;
  secret: string;
  profile: Profile;
  watches: ReactNode;
  onJoinAgain: () => void;
}) {
  const { ticket, secret, profile, watches, onJoinAgain } = props;
  const acknowledge = useMutation(api.line.tickets.acknowledge);
  const freshness = useFreshness();
  const { busy, refusal, send } = useCall(words, strings.failed);
  const [leaving, setLeaving] = useState(false);
  const called = ticket.status === "called";
  const place = placeIn(ticket);

  return (
    <>
      <div className="on-go min-h-dvh appear bg-go text-on-go">
        <title>{strings.yourTurn.title}</title>
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
              <ReconnectingBanner
                asOf={freshness.asOf}
                timeZone={ticket.timezone}
                className="mb-4"
              >
                {strings.called.cut(place)}
              </ReconnectingBanner>
            )}
            <div className="my-auto py-5" role="alert">
              <h1 className="text-3xl font-extrabold tracking-tight text-balance">
                {called ? strings.called.title : strings.called.serving}
              </h1>
              {/* Above the digits, whose box in forced colours would cover it. */}
              <p className="relative z-1 mt-6 text-lg font-bold">
                {strings.ticket}
              </p>
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
              (ticket.graceEndsAt === null ? (
                <CalledAgo at={ticket.calledAt} />
              ) : (
                <HoldClock
                  from={ticket.calledAt}
                  until={ticket.graceEndsAt}
                  place={place}
                />
              ))}
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
                  <Check className="size-6" />
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

const MINUTE_MS = 60_000;

/** The page may have been closed when the call came. */
function CalledAgo({ at }: { at: number }) {
  const now = useNow("minute");
  if (now - at < MINUTE_MS) return null;
  return (
    <p className="mb-5 font-semibold tab">
      {strings.called.ago(minutesSince(at, now))}
    </p>
  );
}

/** How long the called person's place is held. @param from when the call was made @param until its end; epoch ms */
function HoldClock(props: {
  from: number;
  until: number;
  place: string | undefined;
}) {
  const { from, until, place } = props;
  const now = useNow("second");
  const left = Math.max(0, until - now);
  // A recall extends the hold beyond its first length, so limit the share to 1.
  const leftWords = strings.called.left(countdown(left));
  const share = Math.min(1, left / Math.max(1, until - from));
  return (
    <div className="mb-5">
      <div className="mb-2 flex justify-between font-semibold">
        <span>{strings.called.held}</span>
        <span className="text-lg font-extrabold tab">{leftWords}</span>
      </div>
      <div
        className="h-3 rounded-full border-2 border-on-go p-px"
        role="progressbar"
        aria-label={strings.called.timeLeft(place)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={leftWords}
      >
        <div
          className="bar-fill h-full rounded-full bg-on-go"
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </div>
      <p className="sr-only" role="status">
        {left > 0 && left <= MINUTE_MS ? strings.called.oneMinute(place) : ""}
      </p>
    </div>
  );
}
