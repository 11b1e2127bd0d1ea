/** Those waiting and those booked for today, next first, in one list with its own scroller. */
import { QrCode, Search, UserPlus } from "lucide-react";
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from "react";
import { businessDay } from "../../../../convex/business/rules/opening";
import type { WaitFacts } from "../../../../convex/queue/rules/waitEstimate";
import { useSubscription } from "../../../lib/account/subscription";
import { cn } from "../../../lib/cn";
import { onDemand } from "../../../lib/on-demand";
import {
  bookedTime,
  minutesSince,
  timeOf as clockTime,
} from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { waitsSince } from "../../../lib/time/waits-since";
import { dashboard } from "../../../strings/dashboard";
import { number } from "../../../strings/language/intl";
import { Button } from "../../../ui/button";
import { EmptyLine } from "../../../ui/mark";
import { Bone, Skeleton } from "../../../ui/skeleton";
import { boardOf, rowsOf, timeOf, type Counter } from "../counter-view";
import type { Newcomers, Person } from "../types";
import type { Desk } from "../use-desk";

import { rowOf } from "./rows";
import { useRowMotion } from "./use-row-motion";
import { useSettling } from "./use-settling";
import { Cells, type CellsProps } from "./waiting-row";
import { waitLeftIn, type Shop, type WaitLeft } from "./wait-left";

const { desk: strings } = dashboard;

/** Loaded ahead with the windows. */
const finder = onDemand(() => import("./find-people"));
const notices = onDemand(() => import("./notices"));
export const loadListParts = async () =>
  void (await Promise.all([finder.load(), notices.load()]));

/** Rows drawn at first, and with each scroll to their end: twice what the tallest screen shows. */
const WINDOW = 40;
const NO_WAIT: WaitLeft = { column: "", line: "", minutes: null };

export type ListProps = {
  counter: Counter;
  desk: Desk;
  /** By queue, from its shared line; null until it has loaded. */
  waits: ReadonlyMap<string, WaitFacts | null>;
  newcomers: Newcomers;
  shop: Shop;
  /** What is searched for; null while nothing is. */
  asked: string | null;
  onAsk: (asked: string | null) => void;
};

/** Of each person waiting, by queue and place in its line. */
function useWaitLeft(
  { boards, chairs }: Counter,
  waits: ListProps["waits"],
  shop: Shop,
  now: number,
): (person: Person, at: number) => WaitLeft {
  const word = chairs?.word;
  return useMemo(() => {
    const byQueue = new Map(
      boards.map(({ queueId }) => {
        const facts = waits.get(queueId);
        return [queueId, facts && waitLeftIn(facts, shop, now, word)];
      }),
    );
    return (person, at) =>
      (at >= 0 && byQueue.get(person.queueId)?.(person, at)) || NO_WAIT;
  }, [boards, waits, shop, now, word]);
}

export function WaitingList(props: ListProps) {
  const { counter, desk, waits, shop, asked, onAsk } = props;
  const now = useNow("minute");
  const leftOf = useWaitLeft(counter, waits, shop, now);
  const rows = useMemo(() => {
    const minutes = (one: Person) => leftOf(one, placeIn(counter, one)).minutes;
    return rowsOf(counter, minutes, now);
  }, [counter, leftOf, now]);
  const section = useRef<HTMLElement>(null);
  const find = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(asked);
  useLayoutEffect(() => {
    if (asked === null && wasAsked.current !== null) find.current?.focus();
    wasAsked.current = asked;
  }, [asked]);
  useSettling(section, [
    ...counter.called.map(({ ticketId }) => ticketId),
    ...rows.map(({ person }) => person.ticketId),
  ]);
  const { timezone } = shop;
  const rowProps = (person: Person) => {
    const at = placeIn(counter, person);
    const left = leftOf(person, at);
    return {
      desk,
      person,
      timeZone: timezone,
      waited: minutesSince(waitsSince(person), now),
      waitLeft: left.column,
      waitLeftLine: left.line,
      bookedFor: bookedFor(person, shop, now),
      // Not the place: each call changes all places.
      isFar: at < 0,
      isFirst: at === 0,
      isLast:
        at >= 0 && at === boardOf(counter, person.queueId).waitingCount - 1,
    };
  };
  return (
    <section
      ref={section}
      aria-labelledby="waiting-title"
      className="desk-list"
    >
      {asked === null ? (
        <>
          <Head {...props} find={find} />
          <div className="list-rows">
            {/* Always rendered: screen readers announce only changes in an existing region. */}
            <div aria-live="polite">
              {hasNotices(counter) && (
                <notices.Screen {...{ counter, desk }} fallback={null} />
              )}
            </div>
            {rows.length === 0 ? (
              <NobodyWaiting newcomers={props.newcomers} />
            ) : (
              <Rows counter={counter} rows={rows} rowProps={rowProps} />
            )}
          </div>
        </>
      ) : (
        <finder.Screen
          {...{ counter, desk, asked, onAsk }}
          row={(person, isBooked) => (
            <Cells {...rowProps(person)} isBooked={isBooked} />
          )}
          fallback={null}
        />
      )}
    </section>
  );
}

/** "10:30 · not here yet" today, else "Wed 25 November, 10:30". */
function bookedFor(person: Person, shop: Shop, now: number): string {
  if (person.scheduledTime === null) return "";
  const { timezone } = shop;
  const at = timeOf(person);
  return businessDay(shop, at) === businessDay(shop, now)
    ? strings.bookedAt(clockTime(at, timezone))
    : bookedTime(at, timezone);
}

function hasNotices({ boards }: Counter): boolean {
  return boards.some(
    ({ crowds, notServed }) => crowds.length + notServed.length > 0,
  );
}

/** The place in their queue's line; the first has 0, and people beyond the shown rows -1. */
function placeIn(counter: Counter, { ticketId, queueId }: Person): number {
  const { waiting } = boardOf(counter, queueId);
  return waiting.findIndex((one) => one.ticketId === ticketId);
}

function Head(
  props: ListProps & { find: RefObject<HTMLButtonElement | null> },
) {
  const { counter, newcomers, onAsk, find } = props;
  return (
    <div className="list-head">
      <h2
        id="waiting-title"
        className="flex-1 text-lg font-bold whitespace-nowrap"
      >
        {strings.waiting}{" "}
        <span className="font-semibold text-ink-2 tab">
          {number(counter.waitingCount)}
          {counter.booked.length > 0 && (
            <span className="of-booked max-sm:hidden">
              {" · "}
              {strings.bookedToday(counter.booked.length)}
            </span>
          )}
        </span>
      </h2>
      <Button
        ref={find}
        variant="ghost"
        icon={Search}
        className="max-sm:px-2.5"
        onClick={() => onAsk("")}
      >
        {strings.find}
      </Button>
      {newcomers !== null && (
        <Button
          icon={UserPlus}
          className="max-sm:px-2.5"
          onClick={newcomers.addWalkIn}
        >
          {strings.addWalkIn}
        </Button>
      )}
    </div>
  );
}

function Rows(props: {
  counter: Counter;
  rows: ReturnType<typeof rowsOf>;
  rowProps: (person: Person) => Omit<CellsProps, "isBooked">;
}) {
  const { counter, rows, rowProps } = props;
  const list = useRef<HTMLUListElement>(null);
  const { shown, end } = useWindow(rows.length);
  const drawn = rows.slice(0, shown);
  useRowMotion(
    list,
    drawn.map(({ person }) => person),
  );
  const isPart = drawn.length < rows.length;
  return (
    <>
      <div
        aria-hidden="true"
        className="list-row columns border-b border-line text-sm font-semibold text-ink-2"
      >
        <span>{strings.ticket}</span>
        <span>{strings.name}</span>
        <span>{strings.waited}</span>
        <span>{strings.waitLeft}</span>
      </div>
      <ul
        ref={list}
        aria-label={strings.rows}
        className="relative divide-y divide-line"
      >
        {drawn.map(({ person, isBooked }, at) => (
          <li
            key={person.ticketId}
            {...rowOf(person.ticketId)}
            {...(isPart && {
              "aria-setsize": rows.length,
              "aria-posinset": at + 1,
            })}
            className={cn("list-row", isBooked && "booked bg-info-soft/45")}
          >
            <Cells {...rowProps(person)} isBooked={isBooked} />
          </li>
        ))}
      </ul>
      {isPart && <div ref={end} className="h-16" />}
      {counter.waiting.length < counter.waitingCount && (
        <p className="px-4 py-3 text-sm font-medium text-ink-2 tab">
          {strings.firstShown(counter.waiting.length, counter.waitingCount)}
        </p>
      )}
    </>
  );
}

/** How many rows are drawn: more as the end of the list scrolls into view. */
function useWindow(all: number) {
  const [shown, setShown] = useState(WINDOW);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current === null) return undefined;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        setShown((before) => before + WINDOW);
      }
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [shown, all]);
  return { shown, end };
}

/** 'Booked today' beside the list, where the counter has three columns. */
export function BookedColumn(props: {
  counter: Counter;
  desk: Desk;
  timeZone: string;
}) {
  const { counter, desk, timeZone } = props;
  return (
    <section aria-labelledby="booked-title" className="desk-booked">
      <div className="list-head">
        <h2 id="booked-title" className="text-lg font-bold">
          {strings.bookedTitle}{" "}
          <span className="font-semibold text-ink-2 tab">
            {number(counter.booked.length)}
          </span>
        </h2>
      </div>
      {counter.booked.length === 0 && (
        <p className="p-4 text-ink-2">{strings.noneBooked}</p>
      )}
      <ul className="list-rows divide-y divide-line">
        {counter.booked.map((person) => (
          <li
            key={person.ticketId}
            {...rowOf(person.ticketId)}
            className="list-row booked"
          >
            <Cells
              {...{ person, desk, timeZone, isBooked: true }}
              {...{ waited: "", waitLeft: "", waitLeftLine: "" }}
              bookedFor={strings.bookedAt(clockTime(timeOf(person), timeZone))}
              {...{ isFar: true, isFirst: false, isLast: false }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LoadingList() {
  return (
    <section className="desk-list">
      <Skeleton label={strings.loading} className="grid gap-3 p-4">
        <Bone className="h-12" />
        <Bone className="h-14" />
        <Bone className="h-14" />
      </Skeleton>
    </section>
  );
}

function NobodyWaiting({ newcomers }: { newcomers: Newcomers }) {
  const { isOnHold } = useSubscription();
  return (
    <div className="mx-auto grid min-h-full max-w-md content-center justify-items-center px-6 py-6 text-center">
      <EmptyLine />
      <h3 className="mt-3 text-lg font-bold text-balance">
        {strings.nobodyWaiting}
      </h3>
      <p className="mt-1 text-ink-2">
        {newcomers === null
          ? strings.closedForNew(isOnHold)
          : strings.howPeopleJoin}
      </p>
      {newcomers !== null && (
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <Button icon={QrCode} onClick={newcomers.showCode}>
            {strings.showCode}
          </Button>
          <Button icon={UserPlus} onClick={newcomers.addWalkIn}>
            {strings.addWalkIn}
          </Button>
        </div>
      )}
    </div>
  );
}
