/** The paper ticket: position above the tear, name and number below it. */
import { minutesLate } from "../../../../convex/business/rules/notice";
import { runningLate } from "../../../../convex/queue/rules/runningLate";
import { openingForWaiting } from "../../../../convex/business/rules/opening";
import { rightInTen } from "../../../../convex/queue/rules/waitEstimate";
import { cn } from "../../../lib/cn";
import { timeOf, zoneNote } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { useEstimate } from "../../../lib/time/use-estimate";
import { waitFactsOf } from "../../../lib/time/wait-facts";
import { estimateWords } from "../../../lib/time/wait-words";
import { ticket as strings } from "../../../strings/ticket";
import { number, sentence } from "../../../strings/language/intl";
import { LineStrip } from "./line-strip";
import { TicketStub } from "../ticket-stub";
import type { Line, Profile, Ticket } from "../types";
import { waitsSince } from "../../../lib/time/waits-since";
import { useEffect, useRef, useState } from "react";

/** Look §8: a screen reader hears a new place at most this often. */
const SPOKEN_EVERY_MS = 20_000;

/** @param position null until the line is known */
export function TicketCard(props: {
  ticket: Ticket;
  line: Line | null;
  profile: Profile;
  position: number | null;
  stale: boolean;
}) {
  const { ticket, line, profile, position, stale } = props;
  const joined = timeOf(ticket.joinedAt, ticket.timezone);
  return (
    <div className="ticket-shadow">
      <section
        className="rounded-xl bg-surface ticket [--tear:calc(100%_-_7rem)]"
        aria-label={strings.waiting.place}
      >
        <div
          // Has a fixed height, so nothing jumps when the line arrives. Centred when no wait is known.
          className="grid min-h-80 grid-cols-1 content-center px-6 py-4 text-center"
        >
          {line !== null && position !== null && (
            <Place
              position={position}
              line={line}
              profile={profile}
              since={waitsSince(ticket)}
              stale={stale}
            />
          )}
        </div>
        <TicketStub ticket={ticket}>
          {strings.waiting.joined(joined)}
          {zoneNote(ticket.joinedAt, ticket.timezone)}
        </TicketStub>
      </section>
    </div>
  );
}

function Place(props: {
  position: number;
  line: Line;
  profile: Profile;
  since: number;
  stale: boolean;
}) {
  const { position, line, profile, since, stale } = props;
  const now = useNow("minute");
  const ahead = position - 1;
  const facts = waitFactsOf(line);
  const { lastCallAt } = facts;
  const opening = openingForWaiting(profile, now, since, lastCallAt);
  const inTime = useEstimate(facts, ahead, now, opening);
  const found = runningLate(inTime, minutesLate(profile.notice, now), now);
  const { timezone, chairWord } = profile;
  const wait = estimateWords(found, { now, timezone, chairWord });
  const isRange = found?.kind === "range";
  const right = isRange ? rightInTen(facts) : null;
  const people =
    ahead === 0 ? strings.waiting.next : strings.waiting.ahead(ahead);
  const spoken = useSpoken(
    strings.waiting
      .spoken(number(position), people, wait === null ? "" : sentence(wait))
      .trim(),
    SPOKEN_EVERY_MS,
  );
  return (
    <>
      {/* Above the digit, whose box in forced colours would cover it. */}
      <p className="relative z-1 text-lg font-semibold text-ink-2">
        {strings.waiting.position}
      </p>
      <p
        key={position}
        className={cn("changed text-ticket num", stale && "text-ink-2")}
      >
        {number(position)}
      </p>
      <div className="pt-4 pb-3">
        <LineStrip position={position} total={line.waitingCount} />
      </div>
      <p className="text-base font-medium text-ink-2">
        <b className="text-ink">{people}</b>
        {line.waitingCount > position &&
          strings.waiting.behind(number(line.waitingCount - position))}
      </p>
      {wait !== null && (
        <p
          className={cn(
            "mt-4 text-2xl font-extrabold tracking-tight",
            found?.kind === "noChair" && "first-letter:uppercase",
            stale && "text-ink-2",
          )}
        >
          {wait}
        </p>
      )}
      {isRange && found.isLate && !stale && (
        <p className="text-sm text-ink-2">{strings.waiting.late}</p>
      )}
      {right !== null && !stale && (
        <p className="text-sm text-ink-2">
          {strings.waiting.rightInTen(right)}
        </p>
      )}
      <p className="sr-only" aria-live="polite" aria-atomic="true">
        {stale ? "" : spoken}
      </p>
    </>
  );
}

/** The text for a polite live region. Follows `text`, but changes at most once per `gapMs`; the newest text wins. */
function useSpoken(text: string, gapMs: number): string {
  const [spoken, setSpoken] = useState("");
  const spokenAt = useRef(-Infinity);
  useEffect(() => {
    const wait = Math.max(0, spokenAt.current + gapMs - Date.now());
    const timer = window.setTimeout(() => {
      spokenAt.current = Date.now();
      setSpoken(text);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [text, gapMs]);
  return spoken;
}
