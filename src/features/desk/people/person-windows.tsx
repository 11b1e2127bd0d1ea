/** The windows about one person: move, transfer, edit, and remove a test ticket without a trace. */
import { useQuery } from "convex/react";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { StaffReason } from "../../../../convex/queue/rules/events";
import { MAX_NAME, MAX_NOTE } from "../../../../convex/base/rules/names";
import type { PersonEdit } from "../../../../convex/queue/rules/person";
import {
  bareName,
  ticketName,
} from "../../../../convex/queue/rules/ticketName";
import { textIn } from "../../../lib/read-form";
import { dashboard } from "../../../strings/dashboard";
import { desk as strings } from "../../../strings/desk";
import { refusalText } from "../../../strings/refusals/owner";
import { Confirm } from "../../../ui/windows/confirm";
import { Dialog, firstFocus } from "../../../ui/windows/dialog";
import { Field } from "../../../ui/fields/field";
import { FormWindow } from "../../../ui/windows/form-window";
import { Button, IconButton } from "../../../ui/button";
import { TextArea } from "../../../ui/fields/text-area";
import { Choices } from "./choices";
import { isAhead } from "./find-people";
import { farMenu } from "./person-menu";
import { nameOf, type Board, type Person } from "../types";
import type { Desk } from "../use-desk";

const { desk: words } = dashboard;

const REASONS = Object.keys(strings.move.reasons) as StaffReason[];

type Props = { person: Person; board: Board; desk: Desk; onClose: () => void };

const textOf = (form: FormData, field: string) => textIn(form, field).trim();

export function MoveWindow({ person, board, desk, onClose }: Props) {
  const index = board.waiting.findIndex(
    ({ ticketId }) => ticketId === person.ticketId,
  );
  const last = board.waiting.length;
  const [place, setPlace] = useState(index > 0 ? index : 2);
  const within = Math.min(Math.max(1, place), last);
  return (
    <FormWindow
      title={strings.move.title(ticketName(person.letter, person.number))}
      description={
        <>
          <bdi>{nameOf(person)}</bdi>
          {index >= 0 && `. ${strings.move.now(index + 1, board.waitingCount)}`}
        </>
      }
      verb={words.move}
      isKept
      send={async (form) => {
        if (index < 0) return refusalText({ code: "customerMovedOn" });
        if (within === index + 1) return null;
        const reason = textOf(form, "reason") as StaffReason;
        return await desk.reorder(person, within - 1, reason);
      }}
      onClose={onClose}
    >
      <div className="flex items-end gap-2">
        <Field
          label={strings.move.place}
          type="number"
          inputMode="numeric"
          min={1}
          max={last}
          value={place}
          onChange={({ target }) => setPlace(target.valueAsNumber || 0)}
          className="flex-1"
          {...firstFocus}
        />
        <IconButton
          label={strings.move.up}
          icon={ChevronUp}
          bordered
          className="size-12"
          onClick={() => setPlace(Math.max(1, within - 1))}
        />
        <IconButton
          label={strings.move.down}
          icon={ChevronDown}
          bordered
          className="size-12"
          onClick={() => setPlace(Math.min(last, within + 1))}
        />
      </div>
      <Choices
        legend={strings.move.why}
        name="reason"
        options={REASONS.map((reason) => ({
          value: reason,
          label: strings.move.reasons[reason],
        }))}
      />
    </FormWindow>
  );
}

export function TransferWindow({ person, board, desk, onClose }: Props) {
  const queues = useQuery(api.desk.queues.list);
  const others = queues?.filter(({ queueId }) => queueId !== board.queueId);
  return (
    <FormWindow
      title={strings.transfer.title(ticketName(person.letter, person.number))}
      description={<bdi>{nameOf(person)}</bdi>}
      verb={words.transfer}
      isKept
      send={async (form) => {
        const queueId = textOf(form, "queue");
        if (queueId === "") return strings.transfer.none;
        return await desk.transfer(person, queueId);
      }}
      onClose={onClose}
    >
      {others?.length === 0 ? (
        <p>{strings.transfer.none}</p>
      ) : (
        <>
          <Choices
            legend={strings.transfer.toQueue}
            name="queue"
            options={(others ?? []).map(({ queueId, name, waitingCount }) => ({
              value: queueId,
              label: name,
              more: dashboard.queues.waiting(waitingCount),
            }))}
          />
          <p className="text-sm text-ink-2">{strings.transfer.meaning}</p>
        </>
      )}
    </FormWindow>
  );
}

/** Only the changed fields: a colleague may have changed the others. */
function changes(person: Person, form: FormData): PersonEdit {
  const fields = [...form.keys()] as (keyof PersonEdit)[];
  return Object.fromEntries(
    fields
      .map((field) => [field, textOf(form, field) || null] as const)
      .filter(([field, written]) => written !== person[field]),
  );
}

export function EditWindow({ person, desk, onClose }: Props) {
  return (
    <FormWindow
      title={strings.edit.title(ticketName(person.letter, person.number))}
      verb={strings.edit.save}
      isKept
      send={async (form) => await desk.edit(person, changes(person, form))}
      onClose={onClose}
    >
      <Field
        label={words.name}
        optional
        name="name"
        autoComplete="off"
        {...firstFocus}
        maxLength={MAX_NAME}
        defaultValue={person.name ?? ""}
        dir="auto"
      />
      <Field
        label={strings.edit.phone}
        optional
        name="phone"
        type="tel"
        autoComplete="off"
        defaultValue={person.phone ?? ""}
      />
      <TextArea
        label={words.note}
        optional
        hint={strings.edit.noteHint}
        name="note"
        maxLength={MAX_NOTE}
        defaultValue={person.note ?? ""}
        dir="auto"
      />
    </FormWindow>
  );
}

/** Asks first, because it cannot be undone. */
export function RemoveTestWindow({ person, desk, onClose }: Props) {
  return (
    <Confirm
      open
      title={words.removeTest}
      question={strings.removeTest.question(
        ticketName(person.letter, person.number),
      )}
      verb={words.removeTest}
      busy={false}
      onConfirm={() => {
        desk.move("removeTest", person);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

/** For a person who was found but has no row: the items of a row's menu. */
export function PersonWindow({ person, board, desk, onClose }: Props) {
  const items = farMenu(person, desk, isAhead(person, board));
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.person.title(bareName(person.letter, person.number))}
      description={<bdi>{nameOf(person)}</bdi>}
      width="confirm"
    >
      <ul className="grid gap-2 px-4 pb-5 md:px-6 md:pb-6">
        {items.map(({ label, icon, danger, onSelect }) => (
          <li key={label}>
            <Button
              size="lg"
              icon={icon}
              variant={danger ? "outlineDanger" : "secondary"}
              className="w-full"
              onClick={() => {
                onClose();
                onSelect();
              }}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
