/** A row of the waiting list: someone waiting, or booked for later today. */
import { CalendarCheck } from "lucide-react";
import { memo } from "react";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { timeOf as timeInWords } from "../../../lib/time/format";
import { dashboard } from "../../../strings/dashboard";
import { Badge, Tag } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Menu } from "../../../ui/menu";
import { Num } from "../../../ui/num";
import { nameOf, whoIs, type Person } from "../types";
import type { Desk } from "../use-desk";
import { Note } from "./note";
import { bookedMenu, waitingMenu } from "./person-menu";
import { isSameRow, nextAction } from "./rows";

const { desk: strings } = dashboard;

export type CellsProps = {
  person: Person;
  desk: Desk;
  timeZone: string;
  waited: string;
  waitLeft: string;
  waitLeftLine: string;
  /** When they are booked for, in words; empty without a booking. */
  bookedFor: string;
  /** Beyond the rows that the desk has. */
  isFar: boolean;
  isFirst: boolean;
  isLast: boolean;
  isBooked: boolean;
};

/** A row's cells. Memoized: each call changes a long line, but few of its rows. */
export const Cells = memo(function Cells(props: CellsProps) {
  const { person, desk, timeZone, waited, waitLeft, waitLeftLine } = props;
  const { isBooked } = props;
  const ticket = ticketName(person.letter, person.number);
  return (
    <>
      <span className="text-[1.375rem] leading-none">
        <Num value={ticket} />
      </span>
      <div className="who min-w-0 py-1">
        {/* A mark that has no room beside the name stands under it. */}
        <p className="flex flex-wrap items-center gap-x-2">
          <span
            className="max-w-full truncate text-left font-semibold"
            dir="auto"
            translate="no"
            title={nameOf(person)}
          >
            {nameOf(person)}
          </span>
          {!isBooked && <Marks person={person} timeZone={timeZone} />}
        </p>
        {isBooked ? (
          <p className="flex items-center gap-1.5 text-sm font-semibold text-info-text tab">
            <CalendarCheck className="size-4 shrink-0" />
            <span>{props.bookedFor}</span>
          </p>
        ) : (
          <p className="under text-sm leading-5 text-ink-2 tab">
            <span className="word">{strings.hasWaited} </span>
            {waited}
            {waitLeftLine !== "" && ` · ${waitLeftLine}`}
          </p>
        )}
        <Note note={person.note} />
      </div>
      {!isBooked && (
        <>
          <span className="cell text-ink-2 tab">{waited}</span>
          <span className="cell text-ink-2 tab">{waitLeft}</span>
        </>
      )}
      <div className="actions">
        {isBooked ? (
          <BookedActions person={person} desk={desk} />
        ) : (
          <Button
            {...nextAction}
            className="acts min-w-16 px-3"
            aria-label={strings.callOne(whoIs(person))}
            onClick={() => desk.move("call", person)}
          >
            {strings.call}
          </Button>
        )}
        <Menu
          label={strings.moreFor(whoIs(person))}
          title={whoIs(person)}
          items={
            isBooked
              ? bookedMenu(person, desk)
              : waitingMenu(person, desk, props)
          }
        />
      </div>
    </>
  );
}, isSameRow);

function BookedActions({ person, desk }: { person: Person; desk: Desk }) {
  return (
    <>
      <Button
        className="acts roomy"
        aria-label={strings.actionOn(strings.here, whoIs(person))}
        onClick={() => desk.move("checkIn", person)}
      >
        {strings.here}
      </Button>
      <Button
        {...nextAction}
        className="acts max-sm:px-2.5"
        aria-label={strings.actionOn(strings.callNow, whoIs(person))}
        onClick={() => desk.move("callNow", person)}
      >
        {strings.callNow}
      </Button>
    </>
  );
}

function Marks({ person, timeZone }: { person: Person; timeZone: string }) {
  const { noShows, scheduledTime } = person;
  return (
    <>
      {scheduledTime !== null && (
        <Tag tone="blue">
          {strings.booked(timeInWords(scheduledTime, timeZone))}
        </Tag>
      )}
      {noShows > 0 && <Badge tone="clay">{strings.notHereYet}</Badge>}
    </>
  );
}
