/** A ticket for somebody without a phone. */
import { useConvex } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { MAX_NAME } from "../../../convex/model/names";
import { maySend } from "../../lib/convex-client";
import { newRequestKey } from "../../lib/request-key";
import { dashboard as texts } from "../../texts/dashboard";
import { errorText, refusalText } from "../../texts/owner-refusals";
import { firstFocus } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { hideUndoable } from "../../ui/toast";
import { DeskForm } from "./desk-form";
import { deskToasts } from "./desk-toasts";

/** Mounted while it is open. Without a connection nobody can be told their number, so nobody is added. */
export function AddWalkIn({
  queue: { queueId, name: queueName },
  onClose,
}: {
  queue: { queueId: string; name: string };
  onClose: () => void;
}) {
  const convex = useConvex();

  const add = async (form: FormData): Promise<string | null> => {
    if (!maySend(convex)) return texts.desk.noNumberNow;
    const given = form.get("name");
    const name = typeof given === "string" ? given : "";
    try {
      const args = { queueId, name, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.addWalkIn, args);
      if (!answer.ok) return refusalText(answer);
      // What Undo would take back is older than this.
      hideUndoable();
      deskToasts.success(texts.desk.added(answer.number));
      return null;
    } catch (error) {
      return errorText(error, texts.desk.failed);
    }
  };

  return (
    <DeskForm
      title={texts.desk.addWalkIn}
      description={<bdi>{queueName}</bdi>}
      verb={texts.desk.add}
      send={add}
      onClose={onClose}
    >
      <Field
        label={texts.desk.name}
        optional
        name="name"
        autoComplete="off"
        {...firstFocus}
        maxLength={MAX_NAME}
        dir="auto"
      />
    </DeskForm>
  );
}
