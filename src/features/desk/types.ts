/** The types of the desk. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Plan } from "../../../convex/base/rules/plans";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import type { TicketRow } from "../../../convex/queue/rules/answers";
import { dashboard as strings } from "../../strings/dashboard";
import type { Counter } from "./counter-view";
import type { DeskOutbox } from "./outbox/use-outbox";
import type { Shop } from "./people/wait-left";
import type { Desk } from "./use-desk";

export type Board = FunctionReturnType<typeof api.desk.actions.board>;
export type Person = TicketRow;
type Queue = FunctionReturnType<typeof api.desk.queues.list>[number];

export type DeskWindow =
  | { name: "history" | "shortcuts" | "kept" | "walkIn" }
  | { name: "reset"; queueId: string }
  /** `queueId` is null with several queues, where only named chairs can be shown. */
  | { name: "chairs"; queueId: string | null }
  | { name: "move" | "edit"; person: Person };

export type WindowProps = {
  counter: Counter;
  desk: Desk;
  outbox: DeskOutbox;
  /** Those of the shop. */
  queues: readonly Queue[];
  shop: Shop & { plan: Plan };
  onManageQueues: () => void;
  onClose: () => void;
};

/** @param board undefined when the queue is no longer shown */
export type QueueWindowProps = WindowProps & { board: Board | undefined };

export type Newcomers = { addWalkIn: () => void; showCode: () => void } | null;

/** A person's name; 'Guest' on the owner's side without one (product.md J1). */
export function nameOf(person: { name: string | null }): string {
  return person.name ?? strings.desk.guest;
}

/** "H8 Hugo" */
export function whoIs(person: Pick<Person, "letter" | "number" | "name">) {
  return `${ticketName(person.letter, person.number)} ${nameOf(person)}`;
}
