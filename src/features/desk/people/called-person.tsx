/** Called and served people, with their next actions. */
import { askedAbout } from "../../../../convex/business/rules/unmarked";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { Check, UserCheck, UserX, type LucideIcon } from "lucide-react";
import { useRef } from "react";
import { cn } from "../../../lib/cn";
import { countdown, minutesSince } from "../../../lib/time/format";
import { onDemand } from "../../../lib/on-demand";
import type { AlertLineProps } from "./alert-line";
import { useNow } from "../../../lib/time/use-now";
import { dashboard } from "../../../strings/dashboard";
import { Button } from "../../../ui/button";
import { Menu } from "../../../ui/menu";
import { Num } from "../../../ui/num";
import { Note } from "./note";
import { calledMenu } from "./person-menu";
import { nextAction, rowOf } from "./rows";
import { StateBadge } from "./state-badge";
import { nameOf, type Board, type Person } from "../types";
import type { Desk, PersonMove } from "../use-desk";
import { useRowMotion } from "./use-row-motion";

const { desk: strings } = dashboard;

/** Loaded ahead, so that a call loads no file. If loading fails, the desk works without it. */
const alertLine = onDemand<AlertLineProps>(() =>
  import("./alert-line").catch(() => ({ default: () => null })),
);
export const loadAlertLine = alertLine.load;

const MINUTE_MS = 60_000;

type Props = { person: Person; desk: Desk };

/** Whether the desk asks about this person: "Not here yet". */
function useAsked(person: Person, board: Board): boolean {
  const now = useNow("minute");
  return askedAbout(board.called, board, now).includes(person);
}

/** "2 min ago · 3:51 left", "2 min ago · on the way", or the time of service so far, "24 min". */
function useSince(person: Person): string {
  const { calledAt, servingAt, graceEndsAt, acknowledged } = person;
  const isHeld =
    person.status === "called" && graceEndsAt !== null && !acknowledged;
  const now = useNow(isHeld ? "second" : "minute");
  if (person.status === "serving") return minutesSince(servingAt ?? now, now);
  const minutes = minutesSince(calledAt ?? now, now);
  const ago =
    calledAt === null || now - calledAt < MINUTE_MS
      ? strings.calledNow
      : strings.calledAgo(minutes);
  if (acknowledged) return strings.onTheWay(ago);
  if (graceEndsAt === null || graceEndsAt <= now) return ago;
  return strings.held(ago, strings.left(countdown(graceEndsAt - now)));
}

function Actions({ person, desk, tall }: Props & { tall: boolean }) {
  const act = (kind: PersonMove, label: string, icon: LucideIcon) => (
    <Button
      key={kind}
      {...(kind !== "noShow" && nextAction)}
      size={tall ? "xl" : "lg"}
      icon={icon}
      // Icons would leave no room for the name, or on phones for the words.
      className="acts min-w-0 flex-1 gap-2 px-2! whitespace-nowrap @max-[14rem]:min-w-fit @min-[34rem]:flex-none @min-[34rem]:px-3.5! @max-[20rem]:[&_svg]:hidden @min-[34rem]:@max-[38rem]:[&_svg]:hidden"
      aria-label={`${label} ${ticketName(person.letter, person.number)}`}
      onClick={() => desk.move(kind, person)}
    >
      {label}
    </Button>
  );
  return (
    <div className="flex gap-2 [grid-area:actions] @max-[14rem]:flex-wrap @min-[34rem]:gap-3">
      {person.status === "serving" ? (
        act("done", strings.markDone, Check)
      ) : (
        <>
          {act("serve", strings.serve, UserCheck)}
          {act("noShow", strings.noShow, UserX)}
        </>
      )}
      <Menu
        label={strings.more(ticketName(person.letter, person.number))}
        items={calledMenu(person, desk)}
        bordered={tall}
        className={tall ? "h-16 w-14" : "h-14"}
      />
    </div>
  );
}

/** Stacked where space is short, in one row from 544 px on. With large text the name is below the number. */
const layout =
  "grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 [grid-template-areas:'state_state'_'number_name'_'actions_actions'] @max-[14rem]:grid-cols-[minmax(0,1fr)] @max-[14rem]:[grid-template-areas:'state'_'number'_'name'_'actions'] @min-[34rem]:grid-cols-[auto_minmax(0,1fr)_auto] @min-[34rem]:[grid-template-areas:'number_name_actions'_'number_state_actions']";

export function CalledRow({
  person,
  desk,
  board,
  small = false,
}: Props & { board: Board; small?: boolean }) {
  return (
    <li
      {...rowOf(person.ticketId)}
      className={cn("@container data-found:bg-brand-soft", !small && "py-2.5")}
    >
      <div className={cn(layout, "gap-y-1.5")}>
        <Person person={person} board={board} small={small} />
        <Actions person={person} desk={desk} tall={false} />
      </div>
    </li>
  );
}

export function CalledCards({ board, desk }: { board: Board; desk: Desk }) {
  const { called: people } = board;
  const list = useRef<HTMLUListElement>(null);
  useRowMotion(list, people);
  return (
    <ul ref={list} className="relative grid grid-cols-[minmax(0,1fr)] gap-4">
      {people.map((person) => (
        <li
          key={person.ticketId}
          {...rowOf(person.ticketId)}
          className="@container rounded-lg border border-line bg-surface p-4 data-found:bg-brand-soft"
        >
          <div className={cn(layout, "gap-y-2.5")}>
            <Person person={person} board={board} />
            <Actions person={person} desk={desk} tall />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Person({
  person,
  board,
  small = false,
}: {
  person: Person;
  board: Board;
  small?: boolean;
}) {
  return (
    <>
      <p className="min-w-18 text-[3.5rem] leading-none [grid-area:number] @min-[34rem]:text-num-l">
        <Num value={ticketName(person.letter, person.number)} />
      </p>
      <div className="min-w-0 [grid-area:name]">
        <p
          className="line-clamp-2 text-left text-lg leading-snug font-bold wrap-anywhere @min-[34rem]:line-clamp-1"
          dir="auto"
          title={nameOf(person)}
        >
          {nameOf(person)}
        </p>
        <Note note={person.note} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2.5 gap-y-1 [grid-area:state] @min-[34rem]:justify-start">
        <StateBadge
          serving={person.status === "serving"}
          asked={useAsked(person, board)}
        />
        <Since person={person} />
        {!small && person.status === "called" && (
          <alertLine.Screen
            queueId={board.queueId}
            ticketId={person.ticketId}
            fallback={null}
          />
        )}
      </div>
    </>
  );
}

/** A separate component, because it changes each second. */
function Since({ person }: { person: Person }) {
  return (
    <span className="text-sm font-semibold whitespace-nowrap text-ink-2 tab @max-[14rem]:whitespace-normal">
      {useSince(person)}
    </span>
  );
}
