/** Shared by both forms of the waiting list: marks, row actions, the buttons above and the empty list. */
import { QrCode, Search, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { WaitFacts } from "../../../../convex/queue/rules/waitEstimate";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { timeOf } from "../../../lib/time/format";
import { dashboard } from "../../../strings/dashboard";
import { Badge, Tag } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { EmptyLine } from "../../../ui/mark";
import { Menu } from "../../../ui/menu";
import { waitingMenu } from "./person-menu";
import { nextAction } from "./rows";
import type { Board, Newcomers, Person } from "../types";
import type { Desk } from "../use-desk";

const { desk: strings } = dashboard;

export type WaitingProps = {
  board: Board;
  desk: Desk;
  /** From the queue's shared line; null until it has loaded. */
  wait: WaitFacts | null;
  newcomers: Newcomers;
  timeZone: string;
};

export function Marks({
  person: { noShows, scheduledTime },
  timeZone,
}: {
  person: Person;
  timeZone: string;
}) {
  return (
    <>
      {scheduledTime !== null && (
        <Tag tone="blue">{strings.booked(timeOf(scheduledTime, timeZone))}</Tag>
      )}
      {noShows > 0 && <Badge tone="clay">{strings.missed}</Badge>}
    </>
  );
}

export function RowActions({
  person,
  desk,
  large = false,
}: {
  person: Person;
  desk: Desk;
  large?: boolean;
}) {
  return (
    <>
      <Button
        {...nextAction}
        {...(large && { size: "lg" })}
        className="acts"
        aria-label={strings.callNumber(
          ticketName(person.letter, person.number),
        )}
        onClick={() => desk.move("call", person)}
      >
        {strings.call}
      </Button>
      <Menu
        label={strings.more(ticketName(person.letter, person.number))}
        items={waitingMenu(person, desk)}
        className={large ? "size-14 max-[22.5rem]:w-11" : ""}
      />
    </>
  );
}

export function ListButtons({
  desk,
  newcomers,
  children,
  variant,
}: Pick<WaitingProps, "desk" | "newcomers"> & {
  children?: ReactNode;
  variant: "secondary" | "link";
}) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <Button
        variant={variant === "secondary" ? "ghost" : "link"}
        icon={Search}
        className="max-sm:px-2"
        onClick={() => desk.open({ name: "find" })}
      >
        {strings.find}
      </Button>
      {children}
      {newcomers !== null && (
        <Button
          variant={variant}
          icon={UserPlus}
          className="max-sm:px-2"
          onClick={newcomers.addWalkIn}
        >
          {strings.addWalkIn}
        </Button>
      )}
    </div>
  );
}

export function More({
  board,
  className,
}: {
  board: Board;
  className: string;
}) {
  if (board.waiting.length >= board.waitingCount) return null;
  return (
    <p className={`${className} text-sm font-medium text-ink-2 tab`}>
      {strings.firstShown(board.waiting.length, board.waitingCount)}
    </p>
  );
}

export function NobodyWaiting({ newcomers }: Pick<WaitingProps, "newcomers">) {
  return (
    <div className="mx-auto grid max-w-md place-items-center px-6 py-8 text-center">
      <EmptyLine />
      <h3 className="mt-4 text-xl font-bold tracking-tight text-balance">
        {strings.nobodyWaiting}
      </h3>
      <p className="mt-1.5 text-ink-2">
        {newcomers === null ? strings.closedForNew : strings.howPeopleJoin}
      </p>
      {newcomers !== null && (
        <div className="mt-5 grid w-full gap-3 min-[23rem]:grid-cols-2">
          <Button size="lg" icon={QrCode} onClick={newcomers.showCode}>
            {strings.showCode}
          </Button>
          <Button size="lg" icon={UserPlus} onClick={newcomers.addWalkIn}>
            {strings.addWalkIn}
          </Button>
        </div>
      )}
    </div>
  );
}
