/** Everybody in the line, in the order they will be called. At most a hundred rows come from the server. */
import { BellRing, QrCode, Trash2, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { estimate, type WaitFacts } from "../../../convex/model/waitEstimate";
import { minuteRange, minutesSince, timeOf } from "../../lib/format";
import { useNow } from "../../lib/use-now";
import { dashboard } from "../../texts/dashboard";
import { number } from "../../texts/intl";
import { Badge, Tag } from "../../ui/badge";
import { Button } from "../../ui/button";
import { EmptyLine } from "../../ui/mark";
import { Menu, type MenuItem } from "../../ui/menu";
import { Num } from "../../ui/num";
import { nameOf, type Board, type Newcomers, type Person } from "./types";
import type { Desk } from "./use-desk";

const { desk: texts } = dashboard;

type Props = {
  board: Board;
  desk: Desk;
  /** From the queue's shared line; null until it is there. */
  wait: WaitFacts | null;
  newcomers: Newcomers;
  timeZone: string;
};

function menuOf(person: Person, desk: Desk, withCall: boolean): MenuItem[] {
  const call: MenuItem = {
    label: texts.call,
    icon: BellRing,
    onSelect: () => desk.call(person),
  };
  const remove: MenuItem = {
    label: texts.remove,
    icon: Trash2,
    danger: true,
    onSelect: () => desk.move("remove", person),
  };
  return withCall ? [call, remove] : [remove];
}

/** "5–15 min" for the row's place in the line. */
function turnIn(index: number, wait: WaitFacts | null, now: number): string {
  const found = wait && estimate(wait, index, now);
  if (index === 0 || found?.kind === "next") return texts.anyMoment;
  return found?.kind === "range" ? minuteRange(found.low, found.high) : "";
}

/** What is special about a person: they did not come once, and the second time ends it; they come with a booking. */
function Marks({ person, timeZone }: { person: Person; timeZone: string }) {
  const { noShows, scheduledTime } = person;
  return (
    <>
      {scheduledTime !== null && (
        <Tag tone="blue">{texts.booked(timeOf(scheduledTime, timeZone))}</Tag>
      )}
      {noShows > 0 && <Badge tone="clay">{texts.missed}</Badge>}
    </>
  );
}

/** The table of wide screens. */
export function WaitingTable({
  board,
  desk,
  wait,
  newcomers,
  timeZone,
}: Props) {
  const now = useNow("minute");
  return (
    <section
      aria-labelledby="waiting-title"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex items-center justify-between gap-3 px-6 pt-5 pb-3">
        <h2 id="waiting-title" className="text-lg font-bold tracking-tight">
          {texts.waiting}{" "}
          <span className="num text-ink-2">{board.waitingCount}</span>
        </h2>
        {newcomers !== null && board.waitingCount > 0 && (
          <Button icon={UserPlus} onClick={newcomers.addWalkIn}>
            {texts.addWalkIn}
          </Button>
        )}
      </div>
      {board.waitingCount === 0 ? (
        <div className="border-t border-line">
          <NobodyWaiting newcomers={newcomers} />
        </div>
      ) : (
        <>
          <table className="w-full table-fixed text-left">
            <caption className="sr-only">{texts.waitingCaption}</caption>
            <thead>
              <tr className="border-y border-line text-sm text-ink-2">
                <th scope="col" className="w-26 py-2.5 pl-6 font-semibold">
                  {texts.ticket}
                </th>
                <th scope="col" className="font-semibold">
                  {texts.name}
                </th>
                <th scope="col" className="w-24 font-semibold">
                  {texts.waited}
                </th>
                <th
                  scope="col"
                  className="hidden w-32 font-semibold min-[88rem]:table-cell"
                >
                  {texts.turnIn}
                </th>
                <th scope="col" className="w-36 pr-4">
                  <span className="sr-only">{texts.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {board.waiting.map((person, index) => (
                <tr
                  key={person.ticketId}
                  className="appear border-b border-line last:border-b-0"
                >
                  <th scope="row" className="h-14 pl-6 text-xl">
                    <Num value={person.number} hash />
                  </th>
                  <td className="pr-4">
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
                  </td>
                  <td className="text-ink-2 tab">
                    {minutesSince(person.joinedAt, now)}
                  </td>
                  <td className="hidden text-ink-2 tab min-[88rem]:table-cell">
                    {turnIn(index, wait, now)}
                  </td>
                  <td className="pr-4">
                    <span className="flex justify-end gap-1">
                      <Button
                        aria-label={texts.callNumber(person.number)}
                        onClick={() => desk.call(person)}
                      >
                        {texts.call}
                      </Button>
                      <Menu
                        label={texts.more(person.number)}
                        items={menuOf(person, desk, false)}
                      />
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <More board={board} className="px-6 py-3.5" />
        </>
      )}
    </section>
  );
}

/** The list of the phone's queue tab. */
export function WaitingCards({
  board,
  desk,
  newcomers,
  timeZone,
  figures,
}: Props & {
  /** What stands behind the count of people. */
  figures: ReactNode;
}) {
  const now = useNow("minute");
  if (board.waitingCount === 0) {
    return (
      <section
        aria-labelledby="waiting-title"
        className="rounded-lg border border-line bg-surface"
      >
        <h2 id="waiting-title" className="sr-only">
          {texts.waiting}
        </h2>
        <NobodyWaiting newcomers={newcomers} />
      </section>
    );
  }
  return (
    <section aria-labelledby="waiting-title">
      <div className="flex min-h-12 items-center justify-between pb-1">
        <h2 id="waiting-title" className="text-lg font-bold tracking-tight">
          {texts.waiting} {number(board.waitingCount)}
          <span className="font-medium text-ink-2 tab">{figures}</span>
        </h2>
        {newcomers !== null && (
          <Button variant="link" icon={UserPlus} onClick={newcomers.addWalkIn}>
            {texts.addWalkIn}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {board.waiting.map((person) => (
          <li
            key={person.ticketId}
            className="flex min-h-16 appear items-center gap-3 py-2 pr-1 pl-4"
          >
            <span className="min-w-14 text-xl">
              <Num value={person.number} hash />
            </span>
            <span className="min-w-0 flex-1">
              <span
                className="line-clamp-2 text-left font-semibold wrap-anywhere"
                dir="auto"
              >
                {nameOf(person)}
              </span>
              <span className="block text-sm text-ink-2 tab">
                {texts.hasWaited(minutesSince(person.joinedAt, now))}
              </span>
              <Marks person={person} timeZone={timeZone} />
            </span>
            <Menu
              label={texts.more(person.number)}
              items={menuOf(person, desk, true)}
              className="size-14"
            />
          </li>
        ))}
      </ul>
      <More board={board} className="px-4 py-3" />
    </section>
  );
}

function More({
  board,
  className,
}: {
  board: Board;
  className: string;
}): ReactNode {
  if (board.waiting.length >= board.waitingCount) return null;
  return (
    <p className={`${className} text-sm font-medium text-ink-2 tab`}>
      {texts.firstShown(board.waiting.length, board.waitingCount)}
    </p>
  );
}

function NobodyWaiting({ newcomers }: Pick<Props, "newcomers">) {
  return (
    <div className="mx-auto grid max-w-md place-items-center px-6 py-8 text-center">
      <EmptyLine />
      <h3 className="mt-4 text-xl font-bold tracking-tight text-balance">
        {texts.nobodyWaiting}
      </h3>
      <p className="mt-1.5 text-ink-2">
        {newcomers === null ? texts.closedForNew : texts.howPeopleJoin}
      </p>
      {newcomers !== null && (
        <div className="mt-5 grid w-full gap-3 min-[23rem]:grid-cols-2">
          <Button size="lg" icon={QrCode} onClick={newcomers.showCode}>
            {texts.showCode}
          </Button>
          <Button size="lg" icon={UserPlus} onClick={newcomers.addWalkIn}>
            {texts.addWalkIn}
          </Button>
        </div>
      )}
    </div>
  );
}
