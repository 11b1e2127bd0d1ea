/** The waiting list of wide screens as a table, next person first. The server sends at most a hundred rows. */
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { memo, useMemo, useRef } from "react";
import type { WaitFacts } from "../../../../convex/queue/rules/waitEstimate";
import { minutesSince } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { dashboard } from "../../../strings/dashboard";
import { Num } from "../../../ui/num";
import { Note } from "./note";
import { isSameRow, rowOf } from "./rows";
import { nameOf, type Person } from "../types";
import type { Desk } from "../use-desk";
import { turnsIn, type Shop } from "./turn-in";
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

/** One text per place, computed when the line or the minute changes, not with each render. */
function useTurns(
  people: readonly Person[],
  wait: WaitFacts | null,
  shop: Shop,
  now: number,
): readonly string[] {
  return useMemo(
    () => (wait === null ? [] : turnsIn(people, wait, shop, now)),
    [people, wait, shop, now],
  );
}

/** Narrow tables drop the columns that would squeeze the names. The table measures its own width. */
const forTurn = "hidden @min-[44rem]:table-cell";
/** The wait is then below the name. */
const forWaited = "@max-[20rem]:hidden";

export function WaitingTable({
  board,
  desk,
  wait,
  newcomers,
  timeZone,
  shop,
}: WaitingProps & { shop: Shop }) {
  const now = useNow("minute");
  const rows = useRef<HTMLTableSectionElement>(null);
  const turns = useTurns(board.waiting, wait, shop, now);
  useRowMotion(rows, board.waiting);
  const isEmpty = board.waitingCount === 0;
  return (
    <section
      aria-labelledby="waiting-title"
      className="@container overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pt-4 pb-3 @min-[34rem]:px-6">
        <h2 id="waiting-title" className="text-lg font-bold tracking-tight">
          {strings.waiting}{" "}
          <span className="num text-ink-2">{board.waitingCount}</span>
        </h2>
        {!isEmpty && (
          <ListButtons desk={desk} newcomers={newcomers} variant="secondary" />
        )}
      </div>
      {isEmpty ? (
        <div className="border-t border-line">
          <NobodyWaiting newcomers={newcomers} />
        </div>
      ) : (
        <>
          <table className="w-full table-fixed text-left">
            <caption className="sr-only">{strings.waitingCaption}</caption>
            <thead>
              <tr className="border-y border-line text-sm text-ink-2">
                <th
                  scope="col"
                  className="w-[max(calc(var(--spacing)*24),5.5rem)] py-2.5 pl-4 font-semibold @min-[34rem]:w-26 @min-[34rem]:pl-6"
                >
                  {strings.ticket}
                </th>
                <th scope="col" className="font-semibold">
                  {strings.name}
                </th>
                <th
                  scope="col"
                  className={`w-[max(calc(var(--spacing)*22),4.25rem)] font-semibold ${forWaited}`}
                >
                  {strings.waited}
                </th>
                <th scope="col" className={`w-32 font-semibold ${forTurn}`}>
                  {strings.turnIn}
                </th>
                <th
                  scope="col"
                  className="w-[max(calc(var(--spacing)*35),6rem)] pr-4"
                >
                  <span className="sr-only">{strings.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody ref={rows} className="relative">
              {board.waiting.map((person, index) => (
                <Row
                  key={person.ticketId}
                  person={person}
                  desk={desk}
                  timeZone={timeZone}
                  waited={minutesSince(person.joinedAt, now)}
                  turn={turns[index] ?? ""}
                />
              ))}
            </tbody>
          </table>
          <More board={board} className="px-6 py-3.5" />
        </>
      )}
    </section>
  );
}

/** Memoized: each call changes a line of a hundred, but few of its rows. */
const Row = memo(function Row({
  person,
  desk,
  timeZone,
  waited,
  turn,
}: {
  person: Person;
  desk: Desk;
  timeZone: string;
  waited: string;
  turn: string;
}) {
  return (
    <tr
      {...rowOf(person.ticketId)}
      className="border-b border-line last:border-b-0 data-found:bg-brand-soft"
    >
      <th scope="row" className="h-14 pl-4 text-xl @min-[34rem]:pl-6">
        <Num value={ticketName(person.letter, person.number)} />
      </th>
      <td className="py-1 pr-4">
        <span className="flex items-center gap-2">
          <span
            className="truncate font-semibold"
            dir="auto"
            title={nameOf(person)}
          >
            {nameOf(person)}
          </span>
          <Marks person={person} timeZone={timeZone} />
        </span>
        <span className="hidden text-sm text-ink-2 tab @max-[20rem]:block">
          {strings.hasWaited(waited)}
        </span>
        <Note note={person.note} />
      </td>
      <td className={`text-ink-2 tab ${forWaited}`}>{waited}</td>
      <td className={`text-ink-2 tab ${forTurn}`}>{turn}</td>
      <td className="pr-4">
        <span className="flex justify-end gap-1">
          <RowActions person={person} desk={desk} />
        </span>
      </td>
    </tr>
  );
}, isSameRow);
