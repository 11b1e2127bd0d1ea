/** The waiting list of the phone's queue tab, next person first. The server sends at most a hundred rows. */
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { History } from "lucide-react";
import { memo, useRef, type ReactNode } from "react";
import { minutesSince } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { dashboard } from "../../../strings/dashboard";
import { number } from "../../../strings/language/intl";
import { Button } from "../../../ui/button";
import { Num } from "../../../ui/num";
import { Note } from "./note";
import { isSameRow, rowOf } from "./rows";
import { nameOf, type Person } from "../types";
import type { Desk } from "../use-desk";
import { useRowMotion } from "./use-row-motion";
import {
  ListButtons,
  Marks,
  More,
  NobodyWaiting,
  RowActions,
  type WaitingProps,
} from "./waiting-parts";

const { desk: strings } = dashboard;

export function WaitingCards({
  board,
  desk,
  newcomers,
  timeZone,
  figures,
}: Omit<WaitingProps, "wait"> & {
  figures: ReactNode;
}) {
  const now = useNow("minute");
  const rows = useRef<HTMLUListElement>(null);
  useRowMotion(rows, board.waiting);
  const today = (
    <Button
      variant="link"
      icon={History}
      className="max-sm:px-2"
      onClick={() => desk.open({ name: "history" })}
    >
      {strings.today}
    </Button>
  );
  if (board.waitingCount === 0) {
    return (
      <section aria-labelledby="waiting-title">
        <h2 id="waiting-title" className="sr-only">
          {strings.waiting}
        </h2>
        <div className="rounded-lg border border-line bg-surface">
          <NobodyWaiting newcomers={newcomers} />
          <div className="flex justify-center border-t border-line">
            {today}
          </div>
        </div>
      </section>
    );
  }
  return (
    <section aria-labelledby="waiting-title">
      <div className="flex flex-wrap items-center justify-between pb-1">
        <h2 id="waiting-title" className="text-lg font-bold tracking-tight">
          {strings.waiting} {number(board.waitingCount)}
          <span className="font-medium text-ink-2 tab">{figures}</span>
        </h2>
        <ListButtons desk={desk} newcomers={newcomers} variant="link">
          {today}
        </ListButtons>
      </div>
      <ul
        ref={rows}
        className="relative divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {board.waiting.map((person) => (
          <Row
            key={person.ticketId}
            person={person}
            desk={desk}
            timeZone={timeZone}
            waited={minutesSince(person.joinedAt, now)}
          />
        ))}
      </ul>
      <More board={board} className="px-4 py-3" />
    </section>
  );
}

/** Memoized: each call changes a line of a hundred, but few of its rows. */
const Row = memo(function Row({
  person,
  desk,
  timeZone,
  waited,
}: {
  person: Person;
  desk: Desk;
  timeZone: string;
  waited: string;
}) {
  return (
    <li
      {...rowOf(person.ticketId)}
      className="flex min-h-18 flex-wrap items-center gap-2 py-2 pr-1 pl-4 data-found:bg-brand-soft"
    >
      <span className="min-w-13 text-xl">
        <Num value={ticketName(person.letter, person.number)} />
      </span>
      {/* With large text the actions are below it. */}
      <span className="min-w-0 flex-[1_1_5rem]">
        <span
          className="line-clamp-2 text-left leading-snug font-semibold wrap-anywhere"
          dir="auto"
        >
          {nameOf(person)}
        </span>
        <span className="block text-sm text-ink-2 tab">
          {strings.hasWaited(waited)}
        </span>
        <Marks person={person} timeZone={timeZone} />
        <Note note={person.note} />
      </span>
      <span className="ml-auto flex items-center gap-2">
        <RowActions person={person} desk={desk} large />
      </span>
    </li>
  );
}, isSameRow);
