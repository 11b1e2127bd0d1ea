/** Changes to a running queue, its chairs and its pause: shows the change and offers Undo. */
import { useConvex } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { UNDO_MS } from "../../../../convex/queue/rules/events";
import { newRequestKey } from "../../../lib/server/request-key";
import { dashboard as strings, doneText } from "../../../strings/dashboard";
import { errorText, refusalText } from "../../../strings/refusals/owner";
import { deskToasts } from "../desk-toasts";
import type { UndoPlace } from "../types";

type Code = "chairsSet" | "pauseSet" | "pauseEnded";

export function useQueueChange(undoPlace: UndoPlace) {
  const convex = useConvex();

  const undo = async (eventId: string) => {
    try {
      const args = { eventId, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.actions.undo, args);
      if (answer.ok) deskToasts.success(strings.desk.undone);
      else deskToasts.error(refusalText(answer));
    } catch (error) {
      deskToasts.error(errorText(error, strings.desk.failed));
    }
  };

  return async (
    sent: Promise<string | null>,
    code: Code,
    number: number | null = null,
  ): Promise<void> => {
    try {
      const eventId = await sent;
      if (eventId === null || undoPlace === "strip") return;
      const said = doneText(code, null, number);
      deskToasts.undoable(said, UNDO_MS, () => void undo(eventId));
    } catch (error) {
      deskToasts.error(errorText(error, strings.desk.failed));
    }
  };
}
