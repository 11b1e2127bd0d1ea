/** The form at the door. product.md J1. */
import { CircleAlert } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { MAX_NAME } from "../../../convex/model/names";
import { useFreshness } from "../../lib/connection";
import { customers as texts } from "../../texts/customers";
import { number } from "../../texts/intl";
import { everyone } from "../../texts/everyone";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { NativeDialog } from "../../ui/native-dialog";
import { QueueChoice } from "./queue-choice";
import { isFree, waitOf } from "./queue-words";
import type { OpenQueue } from "./types";
import { useJoin } from "./use-join";

type Props = {
  queues: readonly OpenQueue[];
  /** Inside the tap that joins: the only moment when sound and notifications may be asked for. */
  onTap: () => void;
  onJoined: (secret: string, queueId: string) => void;
  /** Whether this device took a ticket for the queue minutes ago. */
  hasRecent: (queueId: string) => boolean;
};

/** Queue, name, and the button. @param queues at least one */
export function JoinForm({ queues, onTap, onJoined, hasRecent }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const { busy, refusal, setRefusal, join } = useJoin();
  const { live } = useFreshness();
  const only = queues.length === 1 ? queues[0] : undefined;
  const queue = queues.find(({ queueId }) => queueId === picked) ?? only;

  const take = async (queueId: string) => {
    setAsking(false);
    onTap();
    const name = form.current ? new FormData(form.current).get("name") : null;
    const secret = await join(queueId, typeof name === "string" ? name : "");
    if (secret !== null) onJoined(secret, queueId);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (queue === undefined) {
      setRefusal({ about: "queue", message: texts.join.selectQueue });
      form.current?.querySelector<HTMLElement>("[name='queue']")?.focus();
    } else if (hasRecent(queue.queueId)) setAsking(true);
    else void take(queue.queueId);
  };

  return (
    <form ref={form} onSubmit={submit} className="flex flex-1 flex-col">
      <div className="grid gap-5 px-5 pt-1 pb-6">
        {refusal?.about === "form" && (
          <div role="alert">
            <Banner tone="danger" icon={CircleAlert}>
              {refusal.message}
            </Banner>
          </div>
        )}
        <QueueChoice
          queues={queues}
          chosen={queue?.queueId ?? null}
          error={refusal?.about === "queue" ? refusal.message : null}
          onChoose={(queueId) => {
            setPicked(queueId);
            setRefusal(null);
          }}
        />
        {queue && <QueueStatus queue={queue} />}
        <Field
          label={texts.join.name}
          optional
          name="name"
          autoComplete="given-name"
          maxLength={MAX_NAME}
          placeholder={texts.join.namePlaceholder}
          dir="auto"
        />
      </div>
      <div className="sticky bottom-0 mt-auto bg-surface px-5 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-dock">
        <Button
          type="submit"
          variant="primary"
          size="xl"
          className="w-full disabled:bg-pressed disabled:text-ink-3"
          busy={busy}
          busyText={everyone.processing}
          disabled={!live}
          aria-describedby={live ? undefined : "join-offline"}
        >
          {texts.join.join}
        </Button>
        {!live && (
          <p id="join-offline" className="mt-2 text-center text-sm text-ink-2">
            {texts.join.noConnection}
          </p>
        )}
      </div>
      <NativeDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.join.anotherTitle}
        text={texts.join.another}
      >
        <Button size="lg" autoFocus onClick={() => setAsking(false)}>
          {everyone.cancel}
        </Button>
        <Button
          variant="soft"
          size="lg"
          onClick={() => queue && void take(queue.queueId)}
        >
          {texts.join.takeAnother}
        </Button>
      </NativeDialog>
    </form>
  );
}

function QueueStatus({ queue }: { queue: OpenQueue }) {
  const wait = waitOf(queue);
  return (
    <section
      aria-labelledby="queue-status"
      className="rounded-lg bg-sunken p-4"
    >
      <h2 id="queue-status" className="text-sm font-semibold text-ink-2">
        {texts.join.status}
      </h2>
      <div className="mt-1.5 flex items-center gap-3">
        <p className="text-num-l num">{number(queue.waitingCount)}</p>
        <p className="leading-snug">
          <span className="block font-bold">
            {texts.join.peopleWaiting(queue.waitingCount)}
          </span>
          {wait !== null && (
            <span className="text-sm text-ink-2">
              {isFree(queue) ? texts.join.noWaitNow : texts.join.calledIn(wait)}
            </span>
          )}
        </p>
      </div>
    </section>
  );
}
