/** The further actions for a person, in the menu of their row. */
import {
  ArrowRightLeft,
  ArrowUpToLine,
  BellRing,
  CalendarClock,
  CalendarX,
  ListOrdered,
  MessageSquareText,
  Pencil,
  SkipForward,
  StepBack,
  Undo2,
  UserCheck,
} from "lucide-react";
import { dashboard } from "../../../strings/dashboard";
import type { MenuItem } from "../../../ui/menu";
import type { Person } from "../types";
import type { Desk } from "../use-desk";

const { desk: strings } = dashboard;

/** @param place `isFar`: beyond the rows that the desk has; `isLast`: nobody is known behind */
export function waitingMenu(
  person: Person,
  desk: Desk,
  place: { isFar: boolean; isFirst: boolean; isLast: boolean },
): MenuItem[] {
  const { isFar, isFirst, isLast } = place;
  return [
    ...when(!isFar && !isFirst, {
      label: strings.moveToFront,
      icon: ArrowUpToLine,
      onSelect: () => desk.shift(person, 0),
    }),
    ...when(!isFar && !isLast, {
      label: strings.moveOneBack,
      icon: StepBack,
      onSelect: () => desk.shift(person, "oneBack"),
    }),
    ...(isFar || (isFirst && isLast)
      ? transfer(person, desk)
      : [
          {
            label: desk.hasOtherQueues ? strings.moveTo : strings.moveToPlace,
            icon: ListOrdered,
            onSelect: () => desk.open({ name: "move", person }),
          },
        ]),
    ...always(person, desk),
    {
      label: strings.skip,
      icon: SkipForward,
      danger: true,
      onSelect: () => desk.move("remove", person),
    },
  ];
}

export function calledMenu(person: Person, desk: Desk): MenuItem[] {
  const isCalled = person.status === "called";
  return [
    ...when(isCalled, {
      label: strings.recall,
      icon: BellRing,
      onSelect: () => desk.move("recall", person),
    }),
    ...when(isCalled, {
      label: strings.returnToQueue,
      icon: Undo2,
      onSelect: () => desk.move("returnToQueue", person),
    }),
    ...transfer(person, desk),
    ...always(person, desk),
  ];
}

export function bookedMenu(person: Person, desk: Desk): MenuItem[] {
  return [
    {
      label: strings.here,
      icon: UserCheck,
      onSelect: () => desk.move("checkIn", person),
    },
    {
      label: strings.moveTime,
      icon: CalendarClock,
      onSelect: () => desk.booking("moving", person),
    },
    ...always(person, desk),
    {
      label: strings.cancelBooking,
      icon: CalendarX,
      danger: true,
      onSelect: () => desk.booking("cancelling", person),
    },
  ];
}

const transfer = (person: Person, desk: Desk) =>
  when(desk.hasOtherQueues, {
    label: strings.transfer,
    icon: ArrowRightLeft,
    onSelect: () => desk.open({ name: "move", person }),
  });

function always(person: Person, desk: Desk): MenuItem[] {
  const { text } = desk;
  return [
    ...when(text !== null && person.phone !== null, {
      label: strings.sendSms,
      icon: MessageSquareText,
      onSelect: () => text?.(person),
    }),
    {
      label: strings.edit,
      icon: Pencil,
      onSelect: () => desk.open({ name: "edit", person }),
    },
  ];
}

const when = (is: boolean, item: MenuItem): MenuItem[] => (is ? [item] : []);
