/** The line of the last action, above Call Next: what was done, with Undo, or why something wasn't. */
import { Undo2 } from "lucide-react";
import { useRef, useSyncExternalStore, type ReactNode } from "react";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { cn } from "../../lib/cn";
import { bookedTime, timeOf } from "../../lib/time/format";
import { useNow } from "../../lib/time/use-now";
import { dashboard } from "../../strings/dashboard";
import { done, doneText } from "../../strings/done";
import { isolated } from "../../strings/language/intl";
import { passFocus } from "../../ui/pass-focus";
import { actedAt, boardOf, type Counter } from "./counter-view";
import { useInSight, useLastWords } from "../../ui/last-words";
import { useKept, type DeskOutbox } from "./outbox/use-outbox";
import { whoIs } from "./types";
import type { Desk } from "./use-desk";

const { desk: strings } = dashboard;

type Offer = NonNullable<Counter["undo"]>;

export function LastAction(props: {
  counter: Counter | undefined;
  desk: Desk;
  outbox: DeskOutbox;
  live: boolean;
  timeZone: string;
}) {
  const { counter, desk, outbox, live, timeZone } = props;
  const line = useRef<HTMLDivElement>(null);
  useInSight(line);
  const kept = useKept(outbox);
  const missed = useSyncExternalStore(outbox.subscribe, outbox.missed);
  const waiting = live ? kept.filter(({ waited }) => waited) : kept;
  const offer = counter?.undo ?? null;
  const newest = Math.max(
    offer === null ? -Infinity : actedAt(offer),
    ...waiting.map(({ at }) => at),
  );
  const words = useLastWords(newest);
  const said = (text: string | null, buttons: ReactNode = null) => (
    <div
      ref={line}
      className="last-action flex min-w-0 flex-wrap items-center text-ink-2"
    >
      {/* Always rendered: screen readers announce only changes in an existing region. */}
      <p
        role="status"
        className="line-clamp-2 min-w-24 flex-1 leading-5 wrap-anywhere tab"
        title={text ?? ""}
      >
        {text}
      </p>
      <div className="ml-auto flex flex-wrap justify-end">{buttons}</div>
    </div>
  );
  const isMissed = waiting.length === 0 && missed.length > 0;
  // Why a press did nothing. The header's chip still leads to what is kept.
  if (words !== null && !isMissed) return said(words.text);
  if (waiting.length > 0 || isMissed) {
    return said(
      isMissed
        ? strings.kept.someMissed(missed.length)
        : strings.kept.saved(waiting.length),
      <LineButton onClick={() => desk.open({ name: "kept" })}>
        {strings.kept.see(waiting.length || missed.length)}
      </LineButton>,
    );
  }
  if (offer === null || counter === undefined) return said(null);
  return said(
    offerText(counter, offer, timeZone),
    <OfferButtons counter={counter} offer={offer} desk={desk} />,
  );
}

function OfferButtons(props: { counter: Counter; offer: Offer; desk: Desk }) {
  const { counter, offer, desk } = props;
  const isNew = useNow("second") < offer.expiresAt;
  const person =
    offer.code === "becomeDue" &&
    counter.waiting.find(({ ticketId }) => ticketId === offer.ticketId);
  return (
    <>
      {isNew && offer.code === "skip" && (
        <LineButton onClick={() => desk.moveOneBack(offer)}>
          {strings.moveOneBack}
        </LineButton>
      )}
      {person && (
        <LineButton
          label={strings.callOne(whoIs(person))}
          onClick={() => desk.move("call", person)}
        >
          {strings.callOne(ticketName(person.letter, person.number))}
        </LineButton>
      )}
      <LineButton quiet={!isNew} onClick={() => desk.undo(offer)}>
        <Undo2 className="size-5" />
        {strings.undo}
      </LineButton>
    </>
  );
}

function LineButton(props: {
  label?: string;
  quiet?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { label, quiet = false, onClick, children } = props;
  return (
    <button
      ref={passFocus}
      type="button"
      aria-label={label}
      onClick={onClick}
      className={cn(
        "acts inline-flex min-h-11 shrink-0 items-center gap-2 rounded-md px-3 font-semibold hover:bg-sunken active:bg-pressed max-sm:px-2",
        quiet ? "text-ink-2" : "text-brand-text",
      )}
    >
      {children}
    </button>
  );
}

/** With what else happened or is known: whose turn a call ended, a new place, time, number or end. */
function offerText(counter: Counter, offer: Offer, timeZone: string): string {
  const { code, letter, number, name, ticketId, queueId, wasBooked } = offer;
  const { completed = [], movedTo } = offer;
  const { more } = done;
  const word = counter.chairs?.word;
  const plain = doneText(code, letter, number, name, wasBooked, word, movedTo);
  if (code === "pauseSet") {
    const { pause, name: queue } = boardOf(counter, queueId);
    if (pause === null) return plain;
    const said =
      pause.until === null
        ? strings.paused
        : strings.pausedUntil(timeOf(pause.until, timeZone));
    const isOfAll = offer.also.length === counter.boards.length - 1;
    return isOfAll ? said : strings.ofQueue(isolated(queue), said);
  }
  if (number === null) return plain;
  if (code === "call" && completed.length > 0) {
    return more.calledAndDone(
      plain,
      completed.map((one) => ticketName(letter, one)),
    );
  }
  const ticket = ticketName(letter, number);
  const who = name === null ? ticket : `${ticket} ${name}`;
  const everybody = counter.boards.flatMap((board) => [
    ...board.waiting,
    ...board.scheduled,
    ...board.called,
  ]);
  const person = everybody.find((one) => one.ticketId === ticketId);
  if (person === undefined) return plain;
  const place =
    1 +
    boardOf(counter, person.queueId).waiting.findIndex(
      (one) => one.ticketId === ticketId,
    );
  if (code === "reorder" && place > 0) return more.moved(who, place);
  if (code === "join" && place > 0) return more.joined(who, place);
  if (code === "rebook" && person.scheduledTime !== null) {
    return more.rebooked(who, bookedTime(person.scheduledTime, timeZone));
  }
  return plain;
}
