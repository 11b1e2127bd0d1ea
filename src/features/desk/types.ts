/** What the counter works with. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { TicketRow } from "../../../convex/queue/rules/answers";
import { dashboard as strings } from "../../strings/dashboard";

/** One queue with its people. */
export type Board = FunctionReturnType<typeof api.desk.actions.board>;
/** One person at the counter or in the line. */
export type Person = TicketRow;
/** Somebody whose visit a call has ended, and nobody saw them come. */
export type Assumed = { ticketId: Person["ticketId"]; number: number };

/** Where Undo is offered: in the toast that says what was done, or in a strip of the layout that says it too. */
export type UndoPlace = "toast" | "strip";

/** A window of the desk. */
export type DeskWindow =
  | { name: "find" }
  | { name: "history" }
  | { name: "shortcuts" }
  | { name: "reset" }
  /** `person`: who is further back than the list goes. */
  | {
      name: "move" | "transfer" | "edit" | "removeTest" | "person";
      person: Person;
    };

/** What is set of a queue while it runs. */
export type OnDutyProps = {
  board: Board;
  /** Where the layout offers Undo. */
  undoPlace: UndoPlace;
  /** Without a connection nobody can be told. */
  disabled: boolean;
};

/** What an owner can do about people who are in no queue yet; null after a lapse, when nobody new can join. */
export type Newcomers = { addWalkIn: () => void; showCode: () => void } | null;

/** How a person is called by name: 'Guest' on the owner's side (product.md J1). */
export function nameOf(person: { name: string | null }): string {
  return person.name ?? strings.desk.guest;
}
