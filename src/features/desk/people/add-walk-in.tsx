/** A ticket for a person at the counter. Afterwards it shows the number, large enough to read out. */
import { useConvex } from "convex/react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { UNDO_MS } from "../../../../convex/queue/rules/events";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { MAX_NAME } from "../../../../convex/base/rules/names";
import { maySend } from "../../../lib/server/convex-client";
import { newRequestKey } from "../../../lib/server/request-key";
import { textIn } from "../../../lib/read-form";
import { dashboard as strings } from "../../../strings/dashboard";
import { doneText } from "../../../strings/done";
import { errorText, refusalText } from "../../../strings/refusals/owner";
import { Button } from "../../../ui/button";
import { Num } from "../../../ui/num";
import { Dialog, firstFocus } from "../../../ui/windows/dialog";
import { DialogForm } from "../../../ui/windows/dialog-form";
import { Field } from "../../../ui/fields/field";
import { Select } from "../../../ui/fields/select";
import { lastWords } from "../last-words";

/** How long the number stays. */
const NUMBER_MS = 8_000;

type Given = { number: number; letter: string | null; place: number };
type Queue = {
  queueId: string;
  name: string;
  letter: string | null;
  waitingCount: number;
  isActive: boolean;
};

/**
 * Mounted while it is open. Without a connection there is no number to give, so it refuses.
 * @param queues those that can be joined @param picked the one that the counter shows; null for all
 * @param sendsTexts whether the plan texts people whose number is known
 */
export function AddWalkIn({
  queues,
  picked,
  sendsTexts,
  onClose,
}: {
  queues: readonly Queue[];
  picked: string | null;
  sendsTexts: boolean;
  onClose: () => void;
}) {
  const convex = useConvex();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [given, setGiven] = useState<Given | null>(null);

  const first = picked ?? queues[0]?.queueId ?? "";
  const letterOf = (queueId: string) =>
    queues.find((one) => one.queueId === queueId)?.letter ?? null;

  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setRefusal(await add(new FormData(form)));
    setBusy(false);
  };

  const add = async (form: FormData): Promise<string | null> => {
    if (!maySend(convex)) return strings.desk.noNumberNow;
    const phone = textIn(form, "phone");
    const queueId = queues.length > 1 ? textIn(form, "queue") : first;
    const letter = letterOf(queueId);
    try {
      const answer = await convex.mutation(api.desk.actions.addWalkIn, {
        ...{ queueId, name: textIn(form, "name") },
        ...(phone !== "" && { phone }),
        requestKey: newRequestKey(),
      });
      if (!answer.ok) return refusalText(answer);
      const { number, ticketId, eventId } = answer;
      setGiven({ number, letter, place: placeOf(queueId, ticketId) });
      const said = doneText("join", letter, number);
      lastWords.undoable(said, UNDO_MS, () => void undo(eventId));
      return null;
    } catch (error) {
      return errorText(error, strings.desk.failed);
    }
  };

  /** Newcomers stand last, which may be beyond the rows that the desk has. */
  const placeOf = (queueId: string, ticketId: string): number => {
    const board = convex.watchQuery(api.desk.actions.board, { queueId });
    const { waiting = [], waitingCount = 1 } = board.localQueryResult() ?? {};
    const shown = waiting.findIndex((one) => one.ticketId === ticketId);
    return shown < 0 ? waitingCount : shown + 1;
  };

  const undo = async (eventId: string) => {
    try {
      const args = { eventId, requestKey: newRequestKey() };
      const answer = await convex.mutation(api.desk.actions.undo, args);
      if (!answer.ok) lastWords.refused(refusalText(answer));
    } catch (error) {
      lastWords.refused(errorText(error, strings.desk.failed));
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.desk.addWalkIn}
      width="confirm"
    >
      {given === null ? (
        <DialogForm
          verb={strings.desk.add}
          busy={busy}
          refusal={refusal}
          onSubmit={(form) => void submit(form)}
          onCancel={onClose}
        >
          {queues.length > 1 && (
            <Select
              label={strings.desk.walkInQueue}
              name="queue"
              defaultValue={first}
            >
              {queues.map(({ queueId, name, waitingCount, isActive }) => (
                <option key={queueId} value={queueId}>
                  {strings.queues.choice(name, waitingCount, isActive)}
                </option>
              ))}
            </Select>
          )}
          <Field
            label={strings.desk.name}
            optional
            name="name"
            autoComplete="off"
            {...firstFocus}
            maxLength={MAX_NAME}
            dir="auto"
          />
          {sendsTexts && (
            <Field
              label={strings.desk.walkInPhone}
              optional
              name="phone"
              type="tel"
              autoComplete="off"
            />
          )}
        </DialogForm>
      ) : (
        <NumberGiven given={given} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NumberGiven({
  given: { number, letter, place },
  onClose,
}: {
  given: Given;
  onClose: () => void;
}) {
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = window.setTimeout(close, NUMBER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className="grid justify-items-center gap-2 px-4 pb-5 md:px-6">
      <div id={id} className="grid justify-items-center gap-2">
        <p className="text-[6.5rem] leading-none">
          <Num value={ticketName(letter, number)} />
        </p>
        <p className="text-lg font-semibold">{strings.desk.place(place)}</p>
      </div>
      <Button
        variant="primary"
        size="field"
        className="mt-3 w-full"
        autoFocus
        aria-describedby={id}
        onClick={onClose}
      >
        {strings.desk.kept.read}
      </Button>
    </div>
  );
}
