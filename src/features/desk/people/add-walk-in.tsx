/** A ticket for a person at the counter. Afterwards it shows the number, large enough to read out, place and wait. */
import { useConvex, useQuery } from "convex/react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { plans } from "../../../../convex/base/rules/plans";
import { MAX_NAME } from "../../../../convex/base/rules/names";
import { maySend } from "../../../lib/server/convex-client";
import { newRequestKey } from "../../../lib/server/request-key";
import { whyNot } from "../../../lib/server/use-call";
import { fieldOf } from "../../../lib/read-form";
import { serverNow } from "../../../lib/server/server-clock";
import { waitFactsOf } from "../../../lib/time/wait-facts";
import { dashboard as strings } from "../../../strings/dashboard";
import { desk as windows } from "../../../strings/desk";
import * as refusals from "../../../strings/refusals/owner";
import { Button } from "../../../ui/button";
import { Num } from "../../../ui/num";
import { Dialog, firstFocus } from "../../../ui/windows/dialog";
import { DialogForm } from "../../../ui/windows/dialog-form";
import { Field } from "../../../ui/fields/field";
import { Select } from "../../../ui/fields/select";
import type { WindowProps } from "../types";
import { usePhoneError } from "./use-phone-error";
import { waitLeftIn } from "./wait-left";

const { walkIn: words } = windows;

/** How long the number stays. */
const NUMBER_MS = 8_000;

type Given = {
  queueId: string;
  number: number;
  letter: string | null;
  place: number;
  at: number;
};

/** Without a connection there is no number to give, so it refuses. */
export function AddWalkIn(props: WindowProps) {
  const { counter, desk, shop, onClose } = props;
  const convex = useConvex();
  const [given, setGiven] = useState<Given | null>(null);

  const picked = counter.isAll ? undefined : counter.boards[0]?.queueId;
  // A closed one takes people at the counter while it is shown.
  const queues = props.queues.filter(
    ({ isActive, queueId }) => isActive || queueId === picked,
  );
  const first = picked ?? queues[0]?.queueId ?? "";
  const letterOf = (queueId: string) =>
    queues.find((one) => one.queueId === queueId)?.letter ?? null;

  const { phoneError, byField } = usePhoneError();
  const add = async (form: HTMLFormElement): Promise<string | null> => {
    if (!maySend(convex)) return strings.desk.notDone;
    const phone = fieldOf(form, "phone");
    const queueId = queues.length > 1 ? fieldOf(form, "queue") : first;
    const letter = letterOf(queueId);
    const args = {
      ...{ queueId, name: fieldOf(form, "name") },
      ...(phone !== "" && { phone }),
      requestKey: newRequestKey(),
    };
    return await whyNot(
      refusals,
      strings.desk.failed,
      () => convex.mutation(api.desk.actions.addWalkIn, args),
      ({ number, eventId }) => {
        const place = lastPlace(queueId);
        setGiven({ queueId, number, letter, place, at: serverNow() });
        desk.offerUndo({ code: "join", eventId, queueId, letter, number });
      },
    );
  };

  /** Newcomers stand last. The queue may be another one than the counter shows. */
  const lastPlace = (queueId: string): number => {
    const all = convex.watchQuery(api.desk.queues.list, {}).localQueryResult();
    return all?.find((one) => one.queueId === queueId)?.waitingCount ?? 1;
  };

  return (
    <Dialog onClose={onClose} title={strings.desk.addWalkIn} width="confirm">
      {given === null ? (
        <DialogForm verb={words.add} send={byField(add)} onCancel={onClose}>
          {queues.length > 1 && (
            <Select
              label={words.queue}
              name="queue"
              defaultValue={first}
              options={queues.map(
                ({ queueId, name, waitingCount, isActive }) => ({
                  value: queueId,
                  label: strings.queues.choice(name, waitingCount, isActive),
                }),
              )}
            />
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
          {/* Not by whether texts can be written here: nobody can on the shop's tablet. */}
          {plans[shop.plan].smsPerMonth > 0 && (
            <Field
              label={words.phone}
              optional
              name="phone"
              type="tel"
              error={phoneError}
              autoComplete="off"
            />
          )}
        </DialogForm>
      ) : (
        <NumberGiven {...props} given={given} />
      )}
    </Dialog>
  );
}

function NumberGiven({
  given: { queueId, number, letter, place, at },
  shop,
  counter,
  onClose,
}: WindowProps & { given: Given }) {
  const id = useId();
  const line = useQuery(api.line.tickets.line, { queueId });
  const waitLeft =
    line &&
    waitLeftIn(
      waitFactsOf(line),
      shop,
      at,
      counter.chairs?.word,
    )({ joinedAt: at, scheduledTime: null }, place - 1);
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
        <p className="text-lg font-semibold">
          {words.place(place, waitLeft?.column ?? "")}
        </p>
      </div>
      <Button
        variant="primary"
        size="field"
        className="mt-3 w-full"
        autoFocus
        aria-describedby={id}
        onClick={onClose}
      >
        {words.read}
      </Button>
    </div>
  );
}
