/** A new queue: name and description. */
import { useMutation } from "convex/react";
import { Plus } from "lucide-react";
import { useState, type FormEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_DESCRIPTION, MAX_QUEUE_NAME } from "../../../convex/model/names";
import { texts } from "../../../convex/model/texts";
import { errorText } from "../../lib/error-text";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";

/** The form above the list. A refusal, such as the plan's limit, stays under its field's label. */
export function CreateQueue() {
  const create = useMutation(api.queues.create);
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") {
      setRefusal(texts.queueNameEmpty);
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await create({ name, description });
      if (answer.ok) {
        setName("");
        setDescription("");
      } else setRefusal(answer.message);
    } catch (error) {
      setRefusal(errorText(error, "Failed to create queue. Please try again."));
    }
    setBusy(false);
  };

  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="grid items-end gap-3 border-y border-line bg-sunken px-4 py-4 md:grid-cols-[1fr_1fr_auto] md:px-6 md:py-5"
    >
      <Field
        label="Queue name"
        value={name}
        maxLength={MAX_QUEUE_NAME}
        autoComplete="off"
        dir="auto"
        error={refusal}
        onChange={(event) => {
          setName(event.target.value);
          setRefusal(null);
        }}
      />
      <Field
        label="Description"
        optional
        value={description}
        maxLength={MAX_DESCRIPTION}
        placeholder="Shown to customers"
        autoComplete="off"
        dir="auto"
        onChange={(event) => setDescription(event.target.value)}
      />
      <Button
        type="submit"
        variant={name.trim() === "" ? "secondary" : "primary"}
        size="field"
        icon={Plus}
        busy={busy}
        busyText="Processing..."
        disabled={name.trim() === ""}
        className="disabled:border-transparent disabled:bg-pressed disabled:text-ink-3"
      >
        Create Queue
      </Button>
    </form>
  );
}
