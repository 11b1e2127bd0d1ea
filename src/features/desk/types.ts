/** The types of the desk. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { TicketRow } from "../../../convex/queue/rules/answers";
import { dashboard as strings } from "../../strings/dashboard";

/** One queue with its people. */
export type Board = FunctionReturnType<typeof api.desk.actions.board>;
/** One person at the desk or in the line. */
export type Person = TicketRow;
/** A person whose unseen visit ended with a call. */
export type Assumed = { ticketId: Person["ticketId"]; number: number };

/** Where Undo is offered: in the toast, or in a strip of the layout. Both also describe the action. */
export type UndoPlace = "toast" | "strip";

/** A window of the desk. */
export type DeskWindow =
  | { name: "find" }
  | { name: "history" }
  | { name: "shortcuts" }
  | { name: "reset" }
  /** `person`: for a person beyond the end of the list. */
  | {
      name: "move" | "transfer" | "edit" | "removeTest" | "person";
      person: Person;
    };

/** The settings of a running queue. */
export type OnDutyProps = {
  board: Board;
  /** Where the layout offers Undo. */
  undoPlace: UndoPlace;
  /** Set without a connection, because customers cannot be notified. */
  disabled: boolean;
};

/** The owner's ways to add people. null after a lapse, when no new people can join. */
export type Newcomers = { addWalkIn: () => void; showCode: () => void } | null;

/** A person's name; 'Guest' on the owner's side without one (product.md J1). */
export function nameOf(person: { name: string | null }): string {
  return person.name ?? strings.desk.guest;
}
