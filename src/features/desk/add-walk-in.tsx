/** A ticket for somebody without a phone. */
import { useMutation } from "convex/react";
import { CircleAlert } from "lucide-react";
import { useState, type FormEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_NAME } from "../../../convex/model/names";
import { newRequestKey } from "../../lib/request-key";
import { everyone } from "../../texts/everyone";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Dialog, firstFocus } from "../../ui/dialog";
import { Field } from "../../ui/field";
import { deskToasts } from "./desk-toasts";
import { dashboard as texts } from "../../texts/dashboard";
import { errorText, refusalText } from "../../texts/owner-refusals";

/** Mounted while it is open. */
export function AddWalkIn({
  queue,
  onClose,
}: {
  queue: { queueId: string; name: string };
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.desk.addWalkIn}
      description={queue.name}
      width="confirm"
    >
      <Form queueId={queue.queueId} onClose={onClose} />
    </Dialog>
  );
}

function Form({ queueId, onClose }: { queueId: string; onClose: () => void }) {
  const add = useMutation(api.desk.addWalkIn);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setRefusal(null);
    const name = new FormData(form).get("name");
    try {
      const answer = await add({
        queueId,
        name: typeof name === "string" ? name : "",
        requestKey: newRequestKey(),
      });
      if (answer.ok) {
        deskToasts.success(texts.desk.added(answer.number));
        onClose();
        return;
      }
      setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, texts.desk.failed));
    }
    setBusy(false);
  };

  return (
    <form
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
      className="grid gap-5 px-4 pb-5 md:px-6 md:pb-6"
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
      {refusal !== null && (
        <Banner tone="danger" icon={CircleAlert}>
          {refusal}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="lg" onClick={onClose}>
          {everyone.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={busy}
          busyText={everyone.processing}
        >
          {texts.desk.add}
        </Button>
      </div>
    </form>
  );
}
