/** Actions on an appointment: send, show the result, offer Undo. */
import { useConvex } from "convex/react";
import type { FunctionReference, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { UNDO_MS } from "../../../convex/queue/rules/events";
import { newRequestKey } from "../../lib/server/request-key";
import {
  appointments as strings,
  errorText,
  refusalText,
} from "../../strings/appointments";
import { done, doneText } from "../../strings/done";
import { showError, showSuccess, showUndoable } from "../../ui/toast";
import type { Appointment } from "./types";

type Code = "becomeDue" | "remove" | "rebook" | "edit";
type Answer = FunctionReturnType<
  typeof api.booking.appointments.move | typeof api.desk.actions.edit
>;

export function useAppointments() {
  const convex = useConvex();

  const undo = async (eventId: string) => {
    try {
      const args = { eventId, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.actions.undo, args);
      if (answer.ok) showSuccess(strings.undone);
      else showError(refusalText(answer));
    } catch (error) {
      showError(errorText(error, strings.notDone));
    }
  };

  const told = async (
    code: Code,
    { letter, name }: Appointment,
    sent: Promise<Answer>,
    failed: (reason: string) => string,
  ): Promise<string | null> => {
    try {
      const answer = await sent;
      if (!answer.ok) return refusalText(answer);
      const { number, eventId } = answer;
      const ticket = ticketName(letter, number);
      const said =
        code === "remove"
          ? done.more.cancelled(name === null ? ticket : `${ticket} ${name}`)
          : doneText(code, letter, number, name);
      showUndoable(said, UNDO_MS, () => void undo(eventId));
      return null;
    } catch (error) {
      return failed(errorText(error, strings.tryAgain));
    }
  };

  const send = async (
    mutation: FunctionReference<
      "mutation",
      "public",
      { ticketId: string; requestKey: string },
      Answer
    >,
    code: Code,
    one: Appointment,
    failed: (reason: string) => string,
  ) => {
    const args = { ticketId: one.ticketId, requestKey: newRequestKey() };
    return await told(code, one, convex.mutation(mutation, args), failed);
  };

  return {
    /** Puts a booking first in line, without a call (product.md B4). */
    callNow: async (one: Appointment): Promise<void> => {
      const failed = (reason: string) => `${strings.failed} ${reason}`;
      const problem = await send(
        api.desk.actions.callNow,
        "becomeDue",
        one,
        failed,
      );
      if (problem !== null) showError(problem);
    },
    cancel: async (one: Appointment): Promise<void> => {
      const failed = () => strings.notDone;
      const problem = await send(
        api.desk.actions.remove,
        "remove",
        one,
        failed,
      );
      if (problem !== null) showError(problem);
    },
    move: async (
      one: Appointment,
      startsAt: number,
    ): Promise<string | null> => {
      const { ticketId } = one;
      const args = { ticketId, startsAt, requestKey: newRequestKey() };
      const sent = convex.mutation(api.booking.appointments.move, args);
      return await told("rebook", one, sent, () => strings.notDone);
    },
    /** `email` null for none. */
    setEmail: async (
      one: Appointment,
      email: string | null,
    ): Promise<string | null> => {
      const { ticketId } = one;
      const args = { ticketId, email, requestKey: newRequestKey() };
      const sent = convex.mutation(api.desk.actions.edit, args);
      return await told("edit", one, sent, () => strings.notDone);
    },
  };
}
