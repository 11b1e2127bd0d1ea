/** The final page of a completed ticket: thanks, or first a question after an unseen visit (product.md T15). */
import { useMutation } from "convex/react";
import { Check, Megaphone, MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { FEEDBACK_MS } from "../../../../convex/reports/rules/feedback";
import { useCall } from "../../../lib/server/use-call";
import * as words from "../../../strings/refusals/customer";
import { isLong, longMinutes } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { everyone } from "../../../strings/everyone";
import { isolated } from "../../../strings/language/intl";
import { ticket as strings } from "../../../strings/ticket";
import { Button } from "../../../ui/button";
import { EndFrame, type EndProps } from "./end-frame";
import { Feedback } from "./feedback";
import type { Ticket } from "../types";
import { waitsSince } from "../../../lib/time/waits-since";

type Props = EndProps & { ticket: Ticket; secret: string };

/** Asks before it gives thanks for a visit that may not have happened. */
export function ServedScreen({ ticket, secret, onJoinAgain, ...frame }: Props) {
  const { servedAssumed, saidServed, endedAt } = ticket;
  // The server takes no later answer.
  const isOpen = useNow("minute") < (endedAt ?? 0) + FEEDBACK_MS;
  // Not solid: the feedback comes first, or the way to the counter.
  const again = (
    <Button size="xl" onClick={onJoinAgain}>
      {strings.joinAgain}
    </Button>
  );
  if (servedAssumed && saidServed === null && isOpen) {
    return (
      <EndFrame
        {...frame}
        icon={MessageCircleQuestionMark}
        tint="bg-info-soft text-info-text"
        title={strings.ended.asked}
        text={strings.ended.askedAbout(
          ticketName(ticket.letter, ticket.number),
          isolated(ticket.queueName),
        )}
      >
        <Answers secret={secret} />
      </EndFrame>
    );
  }
  if (servedAssumed && saidServed === false) {
    return (
      <EndFrame
        {...frame}
        icon={Megaphone}
        tint="bg-info-soft text-info-text"
        title={strings.ended.told}
        text={strings.ended.toldMeaning}
      >
        {again}
      </EndFrame>
    );
  }
  return (
    <EndFrame
      {...frame}
      icon={Check}
      tint="bg-completed-bg text-completed-fg"
      title={strings.ended.served}
      text={servedText(ticket, frame.profile.name)}
    >
      <Feedback ticket={ticket} secret={secret} />
      {again}
    </EndFrame>
  );
}

/** Yes leads to the feedback, No notifies the desk. */
function Answers({ secret }: { secret: string }) {
  const answer = useMutation(api.line.tickets.wasServed);
  const { busy, refusal, send } = useCall(words, strings.failed);
  const [said, setSaid] = useState<boolean | null>(null);
  const say = (served: boolean) => {
    setSaid(served);
    void send(() => answer({ secret, served }));
  };

  return (
    <>
      {refusal !== null && (
        <p role="alert" className="text-center font-semibold text-danger-text">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap gap-3 *:flex-1">
        {[true, false].map((served) => (
          <Button
            key={String(served)}
            variant="secondary"
            size="xl"
            busy={busy}
            {...(busy && said === served && { busyText: everyone.processing })}
            onClick={() => say(served)}
          >
            {served ? strings.ended.yes : strings.ended.no}
          </Button>
        ))}
      </div>
    </>
  );
}

function servedText(ticket: Ticket, name: string): string {
  const business = isolated(name);
  const since = waitsSince(ticket);
  const minutes = Math.round(((ticket.calledAt ?? since) - since) / 60_000);
  const own = ticketName(ticket.letter, ticket.number);
  const { noWait, waited, minutes: few } = strings.ended;
  if (minutes < 1) return noWait(own, business);
  const wait = isLong(minutes) ? longMinutes(minutes) : few(minutes);
  return waited(own, wait, business);
}
