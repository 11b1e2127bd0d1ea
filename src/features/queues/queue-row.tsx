/** One queue in the manager, read or renamed in place. */
import { useMutation } from "convex/react";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import {
  MAX_DESCRIPTION,
  MAX_QUEUE_NAME,
} from "../../../convex/base/rules/names";
import { useLate } from "../../lib/late";
import { textIn, useErrors } from "../../lib/read-form";
import { cn } from "../../lib/cn";
import { useCall } from "../../lib/server/use-call";
import { everyone } from "../../strings/everyone";
import { parts } from "../../strings/parts";
import { dashboard } from "../../strings/dashboard";
import { queueManager as strings } from "../../strings/desk";
import * as words from "../../strings/refusals/owner";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { IconButton } from "../../ui/icon-button";
import { isEscape } from "../../ui/escape";
import { ownEscape } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { Form } from "../../ui/fields/form";
import { showError, showSuccess } from "../../ui/toast";
import { DeleteQueue } from "./delete-queue";
import { QueueSettings } from "./queue-settings";
import { peopleIn, type Queue } from "./types";

type Props = {
  queue: Queue;
  readOnly: boolean;
  /** What is typed stays. */
  offline: boolean;
  businessId: string;
};

export function QueueRow({ queue, readOnly, offline, businessId }: Props) {
  const [mode, setMode] = useState<"view" | "edit" | "edited">("view");
  return (
    <li className="px-4 py-3 md:px-6">
      {mode === "edit" && !readOnly ? (
        <>
          <EditQueue
            queue={queue}
            offline={offline}
            onDone={() => setMode("edited")}
          />
          <QueueSettings {...{ queue, businessId, offline }} />
        </>
      ) : (
        <ViewQueue
          queue={queue}
          edited={mode === "edited"}
          readOnly={readOnly || offline}
          onEdit={() => setMode("edit")}
        />
      )}
    </li>
  );
}

function ViewQueue(props: {
  queue: Queue;
  /** The focus returns to the edit button. */
  edited: boolean;
  readOnly: boolean;
  onEdit: () => void;
}) {
  const { queue, edited, readOnly, onEdit } = props;
  const setActive = useMutation(api.desk.queues.setActive);
  const { busy, send } = useCall(words, strings.toggleFailed, showError);
  const [deleting, setDeleting] = useState(false);

  const toggle = () => {
    const isActive = !queue.isActive;
    void send(
      () => setActive({ queueId: queue.queueId, isActive }),
      () => showSuccess(isActive ? strings.activated : strings.deactivated),
    );
  };

  const [verb, verbOne] = queue.isActive
    ? [strings.deactivate, strings.deactivateOne]
    : [strings.activate, strings.activateOne];
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p
          className={cn(
            "flex text-lg",
            queue.isActive
              ? "font-bold"
              : "font-semibold text-ink-3 line-through",
          )}
          title={queue.name}
        >
          {queue.letter !== null && (
            <span className="shrink-0 whitespace-pre">{queue.letter} · </span>
          )}
          {/* Truncates at the name's own end, left or right. */}
          <span className="truncate" dir="auto">
            {queue.name}
          </span>
        </p>
        {queue.description && (
          <p
            className="truncate text-left text-sm text-ink-2"
            dir="auto"
            title={queue.description}
          >
            {queue.description}
          </p>
        )}
        <p className="text-sm text-ink-2 tab">{summary(queue)}</p>
      </div>
      <Badge tone={queue.isActive ? "green" : "grey"}>
        {queue.isActive ? strings.active : strings.inactive}
      </Badge>
      {!readOnly && (
        <div className="ml-auto flex">
          <Button
            variant="ghost"
            className="px-3"
            autoFocus={edited}
            aria-label={strings.editOne(queue.name)}
            onClick={onEdit}
          >
            {strings.edit}
          </Button>
          <Button
            variant="ghost"
            className="w-28 px-3"
            aria-label={verbOne(queue.name)}
            busy={busy}
            onClick={toggle}
          >
            {verb}
          </Button>
          <IconButton
            label={strings.deleteOne(queue.name)}
            icon={Trash2}
            onClick={() => setDeleting(true)}
          />
        </div>
      )}
      <DeleteQueue
        queue={queue}
        open={deleting}
        onClose={() => setDeleting(false)}
      />
    </div>
  );
}

/** "23 waiting · Paused"; for a closed queue, that its people are still served. */
function summary(queue: Queue): string {
  const people = peopleIn(queue);
  if (!queue.isActive && people > 0) {
    return strings.finishing(people);
  }
  const waiting = queue.isActive
    ? dashboard.queues.waiting(queue.waitingCount)
    : strings.noJoins;
  return [
    waiting,
    queue.isPaused && strings.paused,
    !queue.takesBookings && strings.noBookings,
  ]
    .filter(Boolean)
    .join(" · ");
}

function EditQueue(props: {
  queue: Queue;
  offline: boolean;
  onDone: () => void;
}) {
  const { queue, offline, onDone } = props;
  const update = useMutation(api.desk.queues.update);
  const [busy, setBusy] = useState(false);
  const isLate = useLate();
  const { errors, refuse } = useErrors<"name" | "letter">();

  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const text = (name: string) => textIn(fields, name);
    const isEmpty = text("name").trim() === "";
    const empty = isEmpty && words.refusalText({ code: "queueNameEmpty" });
    if (refuse(form, { name: empty })) return;
    setBusy(true);
    try {
      const answer = await update({
        queueId: queue.queueId,
        name: text("name"),
        description: text("description"),
        ...(fields.has("letter") && { letter: text("letter") }),
      });
      if (answer.ok) {
        showSuccess(strings.updated);
        if (!isLate(null)) onDone();
        return;
      }
      const why = words.refusalText(answer);
      const field = answer.code.startsWith("queueLetter") ? "letter" : "name";
      if (!isLate(why)) refuse(form, { [field]: why });
    } catch (error) {
      const why = words.errorText(error, strings.updateFailed);
      if (!isLate(why)) refuse(form, { name: why });
    }
    setBusy(false);
  };

  return (
    <Form
      {...ownEscape}
      aria-label={strings.editOne(queue.name)}
      onSubmit={submit}
      onKeyDown={({ nativeEvent }) => {
        if (isEscape(nativeEvent)) onDone();
      }}
      className="flex flex-wrap items-end gap-3"
    >
      <Field
        label={strings.name}
        name="name"
        defaultValue={queue.name}
        maxLength={MAX_QUEUE_NAME}
        autoComplete="off"
        autoFocus
        dir="auto"
        error={errors.name}
        className="min-w-0 flex-[1_1_12rem]"
      />
      {queue.letter !== null && (
        <LetterField
          letter={queue.letter}
          isFixed={queue.waitingCount > 0}
          error={errors.letter}
        />
      )}
      <Field
        label={strings.description}
        name="description"
        optional
        defaultValue={queue.description ?? ""}
        maxLength={MAX_DESCRIPTION}
        autoComplete="off"
        dir="auto"
        className="min-w-0 flex-[1_1_12rem]"
      />
      <div className="ml-auto flex gap-2">
        <Button
          type="submit"
          variant="soft"
          size="field"
          disabled={offline}
          busy={busy}
          busyText={everyone.processing}
        >
          {strings.save}
        </Button>
        <Button variant="ghost" size="field" onClick={onDone}>
          {parts.cancel}
        </Button>
      </div>
    </Form>
  );
}

/** Fixed while people wait with it (product.md Q6). */
function LetterField(props: {
  letter: string;
  isFixed: boolean;
  error: string | undefined;
}) {
  const { letter, isFixed, error } = props;
  return (
    <Field
      label={strings.letter}
      hint={isFixed ? strings.letterStays : strings.letterHint(letter)}
      name="letter"
      defaultValue={letter}
      readOnly={isFixed}
      maxLength={2}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      error={error}
      className="min-w-0 flex-[1_1_12rem]"
    />
  );
}
