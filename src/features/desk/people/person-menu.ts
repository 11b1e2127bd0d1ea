/** The further actions for a person, in the menu of their row. */
import {
  ArrowRightLeft,
  ArrowUpDown,
  BellRing,
  Check,
  FlaskConical,
  MessageSquareText,
  Pencil,
  Trash2,
  Undo2,
} from "lucide-react";
import { dashboard } from "../../../strings/dashboard";
import type { MenuItem } from "../../../ui/menu";
import type { Person } from "../types";
import type { Desk } from "../use-desk";

const { desk: strings } = dashboard;

export function waitingMenu(person: Person, desk: Desk): MenuItem[] {
  return [
    {
      label: strings.move,
      icon: ArrowUpDown,
      onSelect: () => desk.open({ name: "move", person }),
    },
    ...always(person, desk),
  ];
}

export function calledMenu(person: Person, desk: Desk): MenuItem[] {
  if (person.status === "serving") return always(person, desk);
  return [
    {
      label: strings.recall,
      icon: BellRing,
      onSelect: () => desk.move("recall", person),
    },
    {
      label: strings.returnToQueue,
      icon: Undo2,
      onSelect: () => desk.move("returnToQueue", person),
    },
    {
      label: strings.markDone,
      icon: Check,
      onSelect: () => desk.move("done", person),
    },
    ...always(person, desk),
  ];
}

/** Needs a phone number. */
function sendText(person: Person, { text }: Desk): MenuItem[] {
  if (text === null || person.phone === null) return [];
  const onSelect = () => text(person);
  return [{ label: strings.sendSms, icon: MessageSquareText, onSelect }];
}

/** For a person beyond the end of the list: the desk does not know their place. */
export function farMenu(
  person: Person,
  desk: Desk,
  isAhead: boolean,
): MenuItem[] {
  const call = {
    label: strings.call,
    icon: BellRing,
    onSelect: () => desk.move("call", person),
  };
  const others = always(person, desk);
  return isAhead ? others : [call, ...others];
}

function always(person: Person, desk: Desk): MenuItem[] {
  const items: MenuItem[] = [
    {
      label: strings.transfer,
      icon: ArrowRightLeft,
      onSelect: () => desk.open({ name: "transfer", person }),
    },
    {
      label: strings.edit,
      icon: Pencil,
      onSelect: () => desk.open({ name: "edit", person }),
    },
    ...sendText(person, desk),
    {
      label: strings.remove,
      icon: Trash2,
      danger: true,
      onSelect: () => desk.move("remove", person),
    },
  ];
  // A booking is never a test ticket.
  if (person.scheduledTime === null) {
    items.push({
      label: strings.removeTest,
      icon: FlaskConical,
      danger: true,
      onSelect: () => desk.open({ name: "removeTest", person }),
    });
  }
  return items;
}
