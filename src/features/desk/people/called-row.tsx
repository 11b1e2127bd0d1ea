/** 'At the counter': called and served people, newest call first, with their next actions. */
import { Check, UserCheck, UserX, type LucideIcon } from "lucide-react";
import { createContext, memo, use, useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import { askedAbout } from "../../../../convex/business/rules/unmarked";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { cn } from "../../../lib/cn";
import { onDemand } from "../../../lib/on-demand";
import { useEach } from "../../../lib/server/use-each";
import { minutesSince } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { dashboard } from "../../../strings/dashboard";
import { Button } from "../../../ui/button";
import { Menu } from "../../../ui/menu";
import { Num } from "../../../ui/num";
import { passFocus } from "../../../ui/pass-focus";
import type { Chairs, Counter } from "../counter-view";
import { nameOf, whoIs, type Person } from "../types";
import type { Desk, PersonMove } from "../use-desk";
import type { AlertLineProps, Told } from "./alert-line";
import { Note } from "./note";
import { calledMenu } from "./person-menu";
import { isSameRow, nextAction, rowOf } from "./rows";
import { StateBadge } from "./state-badge";
import { useRowMotion } from "./use-row-motion";
import { useSettling } from "./use-settling";

const { desk: strings } = dashboard;

/** Loaded ahead, so that a call loads no file. If loading fails, the desk works without it. */
const alertLine = onDemand<AlertLineProps>(() =>
  import("./alert-line").catch(() => ({ default: () => null })),
);
export const loadAlertLine = alertLine.load;

const MINUTE_MS = 60_000;

type Hidden = { count: number; show: () => void };

export function AtCounter(props: {
  counter: Counter | undefined;
  /** null where the queue could not be loaded */
  desk: Desk | null;
  /** People whom others called, while only one's own are shown. */
  hidden: Hidden | null;
}) {
  const { counter, desk, hidden } = props;
  const slot = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const called = counter?.called ?? [];
  useSettling(
    slot,
    called.map(({ ticketId }) => ticketId),
  );
  useRowMotion(list, called);
  const alerts = useAlerts(counter);
  const unmarked = useAsked(counter);
  const chairs = counter?.chairs?.chairs;
  if (counter === undefined || desk === null || called.length === 0) {
    return (
      <div ref={slot} className="desk-called overflow-auto overscroll-contain">
        <p
          className={cn(
            "grid h-full place-items-center p-4 text-center text-ink-2",
            // Takes no room in one column (counter.css).
            hidden === null && "nobody",
          )}
        >
          {hidden ? (
            <WithOthers {...hidden} />
          ) : (
            counter !== undefined && strings.nobodyAtCounter
          )}
        </p>
      </div>
    );
  }
  return (
    <div ref={slot} className="desk-called overflow-auto overscroll-contain">
      <Alerts value={alerts}>
        <ul
          ref={list}
          aria-label={strings.atCounter}
          className="relative divide-y divide-line"
        >
          {called.map((person) => (
            <Row
              key={person.ticketId}
              person={person}
              chair={chairs?.find(({ chairId }) => chairId === person.chairId)}
              desk={desk}
              asked={unmarked.includes(person)}
            />
          ))}
        </ul>
      </Alerts>
      {hidden && (
        <p className="border-t border-line px-4 py-2 text-ink-2">
          <WithOthers {...hidden} />
        </p>
      )}
    </div>
  );
}

function WithOthers({ count, show }: Hidden) {
  return (
    <span>
      {strings.withOthers(count)}{" "}
      <Button ref={passFocus} variant="link" onClick={show}>
        {strings.showEveryone}
      </Button>
    </span>
  );
}

const Alerts = createContext<Record<string, Told>>({});

/** By queue. Asked here, because a row would end the query with each call and ask it again. */
function useAlerts(counter: Counter | undefined): Record<string, Told> {
  const queueIds = (counter?.boards ?? [])
    .filter(({ called }) => called.length > 0)
    .map(({ queueId }) => queueId);
  return useEach(api.messages.alerts.ofQueue, "queueId", queueIds);
}

/** The people whom the desk asks about: "Not here yet". */
export function useAsked(counter: Counter | undefined): Person[] {
  const now = useNow("minute");
  const boards = counter?.boards ?? [];
  const everybody = boards.flatMap(({ called }) => called);
  return boards.flatMap((board) =>
    askedAbout(board.called, board, now, everybody),
  );
}

/** Memoized: each call changes the list, but few of its rows. */
const Row = memo(function Row(props: {
  person: Person;
  chair: Chairs["chairs"][number] | undefined;
  desk: Desk;
  asked: boolean;
}) {
  const { person, chair, desk, asked } = props;
  const serving = person.status === "serving";
  return (
    <li
      {...rowOf(person.ticketId)}
      className={cn(
        "called-row",
        serving && "serving",
        asked && "bg-warn-soft/45",
      )}
    >
      <p className="number leading-none">
        <Num value={ticketName(person.letter, person.number)} />
      </p>
      <div className="who min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <p
            className="max-w-full truncate text-left text-lg leading-6 font-bold"
            dir="auto"
            translate="no"
            title={nameOf(person)}
          >
            {nameOf(person)}
          </p>
          <Place
            person={chair === undefined ? person.by : chair.person}
            chair={chair?.name ?? null}
          />
        </div>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 overflow-x-clip text-sm text-ink-2">
          <StateBadge serving={serving} asked={asked} />
          <Since person={person} asked={asked} />
          {person.status === "called" && !asked && (
            <HowAlerted person={person} />
          )}
        </div>
        <Note note={person.note} />
      </div>
      <Actions person={person} desk={desk} />
      <Menu
        label={strings.moreFor(whoIs(person))}
        title={whoIs(person)}
        items={calledMenu(person, desk)}
        className="menu"
      />
    </li>
  );
}, isSameRow);

/** A separate component, because each call changes the alerts. */
function HowAlerted({ person: { queueId, ticketId } }: { person: Person }) {
  const told = use(Alerts)[queueId];
  return <alertLine.Screen {...{ told, ticketId }} fallback={null} />;
}

function Actions({ person, desk }: { person: Person; desk: Desk }) {
  const act = (kind: PersonMove, label: string, icon: LucideIcon) => (
    <Button
      {...(kind !== "noShow" && nextAction)}
      icon={icon}
      className="acts min-w-0 px-3"
      aria-label={strings.actionOn(label, whoIs(person))}
      onClick={() => desk.move(kind, person)}
    >
      {label}
    </Button>
  );
  return (
    <div className="actions flex">
      {person.status === "serving" ? (
        act("done", strings.markDone, Check)
      ) : (
        <>
          {act("serve", strings.here, UserCheck)}
          {act("noShow", strings.didNotCome, UserX)}
        </>
      )}
    </div>
  );
}

/** A separate component, because it changes with the clock. */
function Since({ person, asked }: { person: Person; asked: boolean }) {
  const { calledAt, servingAt, graceEndsAt, acknowledged, status } = person;
  const ticked = useNow("minute");
  const since = (status === "serving" ? servingAt : calledAt) ?? ticked;
  // A call is up to 15 s newer than the clock's last tick.
  const now = Math.max(ticked, since);
  return <span className="pr-1 tab">{words()}</span>;

  function words(): string {
    const minutes = minutesSince(since, now);
    if (status === "serving") return minutes;
    const isNow = now - since < MINUTE_MS;
    if (asked) return isNow ? strings.justCalled : strings.calledAgo(minutes);
    const time = isNow ? strings.calledNow : minutes;
    if (acknowledged) return strings.onTheWay(time);
    if (graceEndsAt === null || graceEndsAt <= now) return time;
    const left = graceEndsAt - now + MINUTE_MS - 1;
    return strings.leftToCome(minutesSince(0, left));
  }
}

/** Who called a person, or works at their chair, and which chair that is: 'Sam, Chair 2'. The name is cut first, to its first letters. */
function Place(props: { person: string | null; chair: string | null }) {
  const { person, chair } = props;
  if (person === null && chair === null) return null;
  return (
    <p className="flex max-w-full overflow-hidden text-sm text-ink-2">
      {person !== null && chair === null && (
        <span className="sr-only">{dashboard.desk.calledBy} </span>
      )}
      {person !== null && (
        <span className={cn("flex shrink-9999", chair !== null && "min-w-9")}>
          <bdi className="truncate">{person}</bdi>
          {chair !== null && ",\u00a0"}
        </span>
      )}
      {chair !== null && <bdi className="truncate">{chair}</bdi>}
    </p>
  );
}
