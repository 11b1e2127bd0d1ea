/** The types of the desk. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { TicketRow } from "../../../convex/queue/rules/answers";
import { dashboard as strings } from "../../strings/dashboard";

export type Board = FunctionReturnType<typeof api.desk.actions.board>;
export type Person = TicketRow;
export type Assumed = { ticketId: Person["ticketId"]; number: number };

/** Where Undo is offered: in the toast, or in a strip of the layout. Both also describe the action. */
export type UndoPlace = "toast" | "strip";

export type DeskWindow =
  | { name: "find" }
  | { name: "history" }
  | { name: "shortcuts" }
  | { name: "reset" }
  | {
      name: "move" | "transfer" | "edit" | "removeTest" | "person";
      person: Person;
    };

export type OnDutyProps = {
  board: Board;
  /** Where the layout offers Undo. */
  undoPlace: UndoPlace;
  disabled: boolean;
};

export type Newcomers = { addWalkIn: () => void; showCode: () => void } | null;

/** A person's name; 'Guest' on the owner's side without one (product.md J1). */
export function nameOf(person: { name: string | null }): string {
  return person.name ?? strings.desk.guest;
}
