/** A ticket for a person without a phone. */
import { useConvex } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { UNDO_MS } from "../../../../convex/queue/rules/events";
import { MAX_NAME } from "../../../../convex/base/rules/names";
import { maySend } from "../../../lib/server/convex-client";
import { newRequestKey } from "../../../lib/server/request-key";
import { textIn } from "../../../lib/read-form";
import { SIDEBAR_WIDTH, useMedia } from "../../../lib/use-media";
import { dashboard as strings, doneText } from "../../../strings/dashboard";
import { errorText, refusalText } from "../../../strings/refusals/owner";
import { firstFocus } from "../../../ui/windows/dialog";
import { Field } from "../../../ui/fields/field";
import { FormWindow } from "../../../ui/windows/form-window";
import { deskToasts } from "../desk-toasts";

/** Mounted while it is open. Without a connection there is no number to give, so it refuses. */
export function AddWalkIn({
  queue: { queueId, name: queueName, letter },
  onClose,
}: {
  queue: { queueId: string; name: string; letter: string | null };
  onClose: () => void;
}) {
  const convex = useConvex();
  const wide = useMedia(SIDEBAR_WIDTH);

  const add = async (form: FormData): Promise<string | null> => {
    if (!maySend(convex)) return strings.desk.noNumberNow;
    const name = textIn(form, "name");
    try {
      const args = { queueId, name, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.actions.addWalkIn, args);
      if (!answer.ok) return refusalText(answer);
      const said = doneText("join", letter, answer.number);
      const { eventId } = answer;
      if (wide) deskToasts.undoable(said, UNDO_MS, () => void undo(eventId));
      else if (!isInStrip(eventId)) deskToasts.success(said);
      return null;
    } catch (error) {
      return errorText(error, strings.desk.failed);
    }
  };

  const isInStrip = (eventId: string): boolean => {
    const board = convex.watchQuery(api.desk.actions.board, { queueId });
    return board.localQueryResult()?.undo?.eventId === eventId;
  };

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

  return (
    <FormWindow
      title={strings.desk.addWalkIn}
      description={<bdi>{queueName}</bdi>}
      verb={strings.desk.add}
      send={add}
      onClose={onClose}
    >
      <Field
        label={strings.desk.name}
        optional
        name="name"
        autoComplete="off"
        {...firstFocus}
        maxLength={MAX_NAME}
        dir="auto"
      />
    </FormWindow>
  );
}
