/** Actions on an appointment: send, show the result, offer Undo. */
import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { UNDO_MS } from "../../../convex/queue/rules/events";
import { maySend } from "../../lib/server/convex-client";
import { whyNot } from "../../lib/server/use-call";
import { newRequestKey } from "../../lib/server/request-key";
import * as words from "../../strings/appointments";
import { dashboard } from "../../strings/dashboard";
import { doneText, undoneText } from "../../strings/done";
import { lastWords } from "../../ui/last-words";
import type { Appointment } from "./types";

const { appointments: strings, errorText, refusalText } = words;

type Code = "becomeDue" | "remove" | "rebook" | "edit";
type Answer = FunctionReturnType<
  typeof api.booking.appointments.move | typeof api.desk.actions.edit
>;

export function useAppointments() {
  const convex = useConvex();

  const undo = async (eventId: string, undone: string) => {
    const args = { eventId, requestKey: newRequestKey() };
    const why = await whyNot(
      words,
      strings.notDone,
      () => convex.mutation(api.desk.actions.undo, args),
      () => lastWords.done(undone),
    );
    if (why !== null) lastWords.refused(why);
  };

  const told = async (
    code: Code,
    { letter, name }: Appointment,
    send: () => Promise<Answer>,
    failed: (reason: string) => string,
  ): Promise<string | null> => {
    // It would wait for the connection and run later, unexpectedly.
    if (!maySend(convex)) return dashboard.desk.notDone;
    try {
      const answer = await send();
      if (!answer.ok) return refusalText(answer);
      const { number, eventId } = answer;
      const said = doneText(code, letter, number, name, true);
      const undone = undoneText(code, letter, number, true);
      lastWords.undoable(said, UNDO_MS, () => void undo(eventId, undone));
      return null;
    } catch (error) {
      return failed(errorText(error, strings.tryAgain));
    }
  };

  const { actions } = api.desk;
  return {
    /** Puts a booking first in line, without a call (product.md B4). */
    callNow: async (one: Appointment) => {
      const args = { ticketId: one.ticketId, requestKey: newRequestKey() };
      const send = () => convex.mutation(actions.callNow, args);
      const why = await told(
        "becomeDue",
        one,
        send,
        (reason) => `${dashboard.desk.callNowFailed} ${reason}`,
      );
      if (why !== null) lastWords.refused(why);
    },
    cancel: async (one: Appointment): Promise<string | null> => {
      const args = { ticketId: one.ticketId, requestKey: newRequestKey() };
      const send = () => convex.mutation(actions.remove, args);
      return await told("remove", one, send, () => strings.notDone);
    },
    move: async (
      one: Appointment,
      startsAt: number,
    ): Promise<string | null> => {
      const { ticketId } = one;
      const args = { ticketId, startsAt, requestKey: newRequestKey() };
      const send = () => convex.mutation(api.booking.appointments.move, args);
      return await told("rebook", one, send, () => strings.notDone);
    },
    /** `email` null for none. */
    setEmail: async (
      one: Appointment,
      email: string | null,
    ): Promise<string | null> => {
      const { ticketId } = one;
      const args = { ticketId, email, requestKey: newRequestKey() };
      const send = () => convex.mutation(actions.edit, args);
      return await told("edit", one, send, () => strings.notDone);
    },
  };
}
