/** A new queue: name and description. */
import { useMutation } from "convex/react";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import {
  MAX_DESCRIPTION,
  MAX_QUEUE_NAME,
} from "../../../convex/base/rules/names";
import { useCall } from "../../lib/server/use-call";
import { DIALOG_WIDTH, useMedia } from "../../lib/use-media";
import { dashboard } from "../../strings/dashboard";
import { everyone } from "../../strings/everyone";
import { queueManager as strings } from "../../strings/desk";
import { isolated } from "../../strings/language/intl";
import * as words from "../../strings/refusals/owner";
import { Button } from "../../ui/button";
import { firstFocus } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { Form } from "../../ui/fields/form";
import { showError } from "../../ui/toast";

export function CreateQueue({ offline }: { offline: boolean }) {
  const create = useMutation(api.desk.queues.create);
  const form = useRef<HTMLFormElement>(null);
  // On a phone the keyboard would open and hide the list.
  const mayType = useMedia(DIALOG_WIDTH);
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const nameField = () => form.current?.querySelector("input");
  /** Under the field a refusal would then be about the next name. */
  const isNext = () => nameField()?.value !== name;
  const { busy, refusal, setRefusal, send } = useCall(
    words,
    strings.createFailed,
    (why) => {
      if (isNext()) showError(dashboard.desk.ofQueue(isolated(name), why));
    },
  );

  const submit = async () => {
    if (name.trim() === "") {
      setRefusal(words.refusalText({ code: "queueNameEmpty" }));
      return;
    }
    await send(
      () => create({ name, description }),
      () => {
        if (mayType && !isNext()) nameField()?.focus();
        // Meanwhile the next queue may have been typed.
        setName((now) => (now === name ? "" : now));
        setDescription((now) => (now === description ? "" : now));
      },
    );
    if (isNext()) setRefusal(null);
  };

  return (
    <Form
      ref={form}
      onSubmit={submit}
      className="grid items-end gap-3 border-y border-line bg-sunken px-4 py-4 md:grid-cols-[1fr_1fr_auto] md:px-6 md:py-5"
    >
      <Field
        label={strings.name}
        value={name}
        maxLength={MAX_QUEUE_NAME}
        autoComplete="off"
        dir="auto"
        error={refusal}
        {...(mayType && firstFocus)}
        onChange={(event) => {
          setName(event.target.value);
          setRefusal(null);
        }}
      />
      <Field
        label={strings.description}
        optional
        value={description}
        maxLength={MAX_DESCRIPTION}
        placeholder={strings.shown}
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
        busyText={everyone.processing}
        disabled={offline}
        // Not `disabled`: the pressed button would lose its focus.
        aria-disabled={name.trim() === "" || undefined}
      >
        {strings.create}
      </Button>
    </Form>
  );
}
