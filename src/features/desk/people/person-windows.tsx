/** The windows about one person: move, edit, and remove a test ticket without a trace. */
import { useQueries, useQuery } from "convex/react";
import { FlaskConical } from "lucide-react";
import { useMemo, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { MAX_NAME, MAX_NOTE } from "../../../../convex/base/rules/names";
import type { PersonEdit } from "../../../../convex/queue/rules/person";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { useMay } from "../../../lib/account/role";
import { fieldOf, useErrors } from "../../../lib/read-form";
import { dashboard } from "../../../strings/dashboard";
import { desk as strings } from "../../../strings/desk";
import { refusalText } from "../../../strings/refusals/owner";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/fields/field";
import { Select } from "../../../ui/fields/select";
import { TextArea } from "../../../ui/fields/text-area";
import { Confirm } from "../../../ui/windows/confirm";
import { firstFocus } from "../../../ui/windows/dialog";
import { FormWindow } from "../../../ui/windows/form-window";
import { whoIs, type Board, type Person, type WindowProps } from "../types";
import { usePhoneError } from "./use-phone-error";

const { desk: words } = dashboard;

type Props = WindowProps & { person: Person; board: Board };

const textOf = (form: HTMLFormElement, field: string) =>
  fieldOf(form, field).trim();

/**
 * To a place in the person's queue, or to another queue. People at the counter, alone in their line, or beyond the rows
 * that the desk has, have no place to choose.
 */
export function MoveWindow({ person, board, desk, onClose }: Props) {
  const queues = useQuery(api.desk.queues.list) ?? [];
  const { queueId, waiting, waitingCount } = board;
  const index = waiting.findIndex(
    ({ ticketId }) => ticketId === person.ticketId,
  );
  const last = waiting.length;
  const [hasPlace] = useState(index >= 0 && last > 1);
  const [suggested] = useState(index > 0 ? index : 2);
  const choices = queues.filter((one) => hasPlace || one.queueId !== queueId);
  const [picked, pick] = useState<string | null>(hasPlace ? queueId : null);
  const to = picked ?? choices[0]?.queueId;
  const isHere = to === queueId;
  const { errors, refuse } = useErrors<"place">();
  return (
    <FormWindow
      title={strings.move.title(whoIs(person))}
      description={
        hasPlace && index >= 0
          ? strings.move.now(index + 1, waitingCount)
          : undefined
      }
      verb={strings.move.verb}
      isKept
      send={async (form) => {
        if (to === undefined) return strings.transfer.none;
        if (!isHere) return await desk.transfer(person, to);
        if (index < 0) return refusalText({ code: "customerMovedOn" });
        const place = Number(textOf(form, "place"));
        const isPlace = Number.isInteger(place) && place > 0;
        if (refuse(form, { place: !isPlace && strings.move.noPlace(last) }))
          return undefined;
        // The line may have become shorter.
        const within = Math.min(place, last);
        if (within === index + 1) return null;
        return await desk.reorder(person, within - 1);
      }}
      onClose={onClose}
    >
      {isHere && (
        <Field
          label={strings.move.place}
          type="number"
          inputMode="numeric"
          min={1}
          max={last}
          name="place"
          defaultValue={suggested}
          error={errors.place}
          {...firstFocus}
        />
      )}
      {choices.length > (hasPlace ? 1 : 0) && (
        <Select
          label={strings.move.queue}
          hint={isHere ? undefined : strings.transfer.meaning}
          value={to}
          options={choices.map(({ queueId: value, ...queue }) => {
            const { name, waitingCount, isActive } = queue;
            const { choice } = dashboard.queues;
            return { value, label: choice(name, waitingCount, isActive) };
          })}
          onPick={pick}
        />
      )}
    </FormWindow>
  );
}

/** False while unknown, for staff, and after a colleague has erased the ticket, where useQuery would throw. */
function useMayErase(ticketId: string): boolean {
  const manages = useMay("manageShop");
  const ask = useMemo(
    (): Parameters<typeof useQueries>[0] =>
      manages
        ? {
            seemsTest: {
              query: api.desk.actions.seemsTest,
              args: { ticketId },
            },
          }
        : {},
    [manages, ticketId],
  );
  return useQueries(ask)["seemsTest"] === true;
}

/** Only the changed fields: a colleague may have changed the others. */
function changes(person: Person, form: HTMLFormElement): PersonEdit {
  const fields = [...new FormData(form).keys()] as (keyof PersonEdit)[];
  return Object.fromEntries(
    fields
      .map((field) => [field, textOf(form, field) || null] as const)
      .filter(([field, written]) => written !== person[field]),
  );
}

export function EditWindow({ person, desk, onClose }: Props) {
  const [isErasing, setErasing] = useState(false);
  const mayErase = useMayErase(person.ticketId);
  const { phoneError, byField } = usePhoneError();
  return (
    <FormWindow
      title={strings.edit.title(whoIs(person))}
      verb={strings.edit.save}
      isKept
      send={byField((form) => desk.edit(person, changes(person, form)))}
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
        error={phoneError}
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
      {mayErase && (
        <Button
          variant="quietDanger"
          icon={FlaskConical}
          className="justify-self-start"
          onClick={() => setErasing(true)}
        >
          {words.removeTest}
        </Button>
      )}
      {/* Asks first, because it cannot be undone. */}
      <Confirm
        open={isErasing}
        title={words.removeTest}
        question={strings.removeTest.question(
          ticketName(person.letter, person.number),
        )}
        verb={strings.removeTest.verb}
        onConfirm={() => {
          desk.move("removeTest", person);
          onClose();
        }}
        onCancel={() => setErasing(false)}
      />
    </FormWindow>
  );
}
