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
import { SIDEBAR_WIDTH, useMedia } from "../../../lib/use-media";
import { dashboard as strings, doneText } from "../../../strings/dashboard";
import { errorText, refusalText } from "../../../strings/refusals/owner";
import { Button } from "../../../ui/button";
import { Num } from "../../../ui/num";
import { Dialog, firstFocus } from "../../../ui/windows/dialog";
import { DialogForm } from "../../../ui/windows/dialog-form";
import { Field } from "../../../ui/fields/field";
import { deskToasts } from "../desk-toasts";

/** How long the number stays. */
const NUMBER_MS = 8_000;

type Given = { number: number; place: number };

/**
 * Mounted while it is open. Without a connection there is no number to give, so it refuses.
 * @param sendsTexts whether the plan texts people whose number is known
 */
export function AddWalkIn({
  queue: { queueId, name: queueName, letter },
  sendsTexts,
  onClose,
}: {
  queue: { queueId: string; name: string; letter: string | null };
  sendsTexts: boolean;
  onClose: () => void;
}) {
  const convex = useConvex();
  const wide = useMedia(SIDEBAR_WIDTH);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [given, setGiven] = useState<Given | null>(null);

  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setRefusal(await add(new FormData(form)));
    setBusy(false);
  };

  const add = async (form: FormData): Promise<string | null> => {
    if (!maySend(convex)) return strings.desk.noNumberNow;
    const phone = textIn(form, "phone");
    try {
      const answer = await convex.mutation(api.desk.actions.addWalkIn, {
        ...{ queueId, name: textIn(form, "name") },
        ...(phone !== "" && { phone }),
        requestKey: newRequestKey(),
      });
      if (!answer.ok) return refusalText(answer);
      setGiven({ number: answer.number, place: placeOf(answer.ticketId) });
      const { eventId } = answer;
      const said = doneText("join", letter, answer.number);
      // On a phone the strip offers Undo.
      if (wide) deskToasts.undoable(said, UNDO_MS, () => void undo(eventId));
      return null;
    } catch (error) {
      return errorText(error, strings.desk.failed);
    }
  };

  /** Newcomers stand last, which may be beyond the rows that the desk has. */
  const placeOf = (ticketId: string): number => {
    const board = convex.watchQuery(api.desk.actions.board, { queueId });
    const { waiting = [], waitingCount = 1 } = board.localQueryResult() ?? {};
    const shown = waiting.findIndex((one) => one.ticketId === ticketId);
    return shown < 0 ? waitingCount : shown + 1;
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
    <Dialog
      open
      onClose={onClose}
      title={strings.desk.addWalkIn}
      description={<bdi>{queueName}</bdi>}
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
              hint={strings.desk.walkInPhoneHint}
              optional
              name="phone"
              type="tel"
              autoComplete="off"
            />
          )}
        </DialogForm>
      ) : (
        <NumberGiven given={given} letter={letter} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NumberGiven({
  given: { number, place },
  letter,
  onClose,
}: {
  given: Given;
  letter: string | null;
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
