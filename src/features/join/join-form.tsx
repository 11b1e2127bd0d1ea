/** The join form: now or a booking, the queue, and the person (product.md J1, B2). */
import { CalendarDays, CircleAlert, Clock, Zap } from "lucide-react";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { MAX_NAME } from "../../../convex/base/rules/names";
import { minutesLate } from "../../../convex/business/rules/notice";
import { textIn } from "../../lib/read-form";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { onDemand } from "../../lib/on-demand";
import { intoView } from "../../lib/into-view";
import type { Opening } from "../../lib/time/opening";
import { bookedTime } from "../../lib/time/format";
import { useNow } from "../../lib/time/use-now";
import { everyone } from "../../strings/everyone";
import { customers as strings } from "../../strings/customers";
import { number } from "../../strings/language/intl";
import { Banner } from "../../ui/banner";
import { Field } from "../../ui/fields/field";
import { Segmented } from "../../ui/fields/segmented";
import { CallShop } from "./call-shop";
import { JoinHead } from "./join-head";
import { QueueChoice } from "./queue-choice";
import { waitWords } from "./queue-words";
import { SlotPart } from "./slot-part";
import { SubmitBar } from "./submit-bar";
import { TextMe } from "./text-me";
import type { Shop, Slot } from "../../lib/slot-picker";
import type { FormWay, LoadSlotPicker, OpenQueue } from "./types";
import { useJoin } from "./use-join";

// Rarely asked.
const confirm = onDemand(async () => ({
  default: (await import("../../ui/windows/confirm")).Confirm,
}));

type Props = {
  shop: Shop;
  queues: readonly OpenQueue[];
  opening: Opening;
  loadSlotPicker: LoadSlotPicker;
  /** Runs inside the tap that joins, the only moment to ask for sound and notifications. */
  onTap: () => void;
  onJoined: (secret: string, queueId: string) => void;
  /** Whether this device took a ticket for the queue within the last minutes. */
  hasRecent: (queueId: string) => boolean;
  /** Opened for one more person, or for another booking. */
  way?: FormWay;
  /** The ways back to this device's tickets. */
  tickets?: ReactNode;
};

const NO_SLOT: Slot = { day: null, startsAt: null };

/** The queue in the link, as on a poster of one queue (product.md S17). null for none. */
function linkedQueue(): string | null {
  return new URLSearchParams(window.location.search).get("q");
}

export function JoinForm(props: Props) {
  const { shop, opening, loadSlotPicker, way, tickets } = props;
  const form = useRef<HTMLFormElement>(null);
  const [mode, setMode] = useState<"now" | "later">(
    way === "book" ? "later" : "now",
  );
  const [picked, setPicked] = useState(linkedQueue);
  const [slot, setSlot] = useState(NO_SLOT);
  const [asking, setAsking] = useState(false);
  const { busy, refusal, setRefusal, join } = useJoin(shop.businessId);
  const bookable = props.queues.filter((one) => one.takesBookings);
  const later = mode === "later" && bookable.length > 0;
  const queues = later ? bookable : props.queues;
  const chosen = queues.find(({ queueId }) => queueId === picked);
  const isGone = picked !== null && chosen === undefined;
  const [only] = queues.length === 1 && !isGone ? queues : [];
  const queue = chosen ?? only;
  const now = useNow("minute");
  // A closed shop says when it opens.
  const late = opening.open ? minutesLate(shop.notice, now) : 0;
  const { timezone, chairWord } = shop;
  const wait = (one: OpenQueue) =>
    waitWords(one, { opening, timezone, chairWord, now, late });
  const isFull = !later && queue?.limitReached === true;
  const words = way === "add" ? strings.join.other : strings.join;
  // Someone who adds another person or another booking has already said so.
  const isWanted = way === "add" || (way === "book" && later);
  /** Over a reload. Another person's name is not this phone's holder's. */
  const isOwn = way !== "add";
  const keptName = (isOwn && readStored(storageKeys.joinName, "tab")) || "";
  const keepName = (name: string) => {
    if (isOwn) writeStored(storageKeys.joinName, name || null, "tab");
  };
  const errorAt = (place: string) =>
    refusal?.about === place ? refusal.message : null;

  const focus = (at: string) =>
    form.current?.querySelector<HTMLElement>(at)?.focus();

  const take = async (queueId: string) => {
    setAsking(false);
    props.onTap();
    const startsAt = later ? slot.startsAt : null;
    const person = readPerson(form.current);
    const taken = await join({ queueId, startsAt, ...person });
    if (typeof taken === "string") {
      keepName("");
      return props.onJoined(taken, queueId);
    }
    if (taken.isGone) setSlot({ ...slot, startsAt: null });
    if (taken.about === "phone" || taken.about === "email") {
      focus(`[name='${taken.about}']`);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = missingChoice(queue, later ? slot : null);
    if (missing !== null) {
      // Keep the message that the picked time is gone: it says more than that none is picked.
      if (refusal?.about !== missing.about) setRefusal(missing);
      focus(missing.at);
    } else if (queue === undefined) return;
    else if (!isWanted && props.hasRecent(queue.queueId)) setAsking(true);
    else void take(queue.queueId);
  };

  // An only queue has no list, so its refusal is shown here too.
  const formError = errorAt("form") ?? (only ? errorAt("queue") : null);
  const joinNote = opening.open
    ? way === "add"
      ? strings.join.other.ownTicket
      : null
    : strings.join.stillJoin;
  return (
    <form
      ref={form}
      onSubmit={submit}
      onInput={({ target }) => {
        const about = refusal?.about;
        const { name, value } = target as HTMLInputElement;
        if (about === "form" || about === name) setRefusal(null);
        if (name === "name") keepName(value);
      }}
      className="flex flex-1 flex-col"
    >
      <div className="grid grid-cols-1 gap-3 px-5 pt-0.5 pb-4">
        <JoinHead
          title={later ? strings.join.bookTitle : words.title}
          only={only}
          tickets={tickets}
        />
        {formError !== null && (
          <div ref={intoView} role="alert">
            <Banner tone="danger" icon={CircleAlert}>
              {formError}
            </Banner>
          </div>
        )}
        {late > 0 && (
          <Banner tone="warn" icon={Clock}>
            {strings.wait.runningLate(number(late))}
          </Banner>
        )}
        {bookable.length > 0 && (
          <Segmented
            label={strings.join.when}
            value={mode}
            onChange={(next) => {
              setMode(next);
              setRefusal(null);
            }}
            options={[
              { value: "now", label: strings.join.now, icon: Zap },
              {
                value: "later",
                label: strings.join.schedule,
                icon: CalendarDays,
                onNear: () => void loadSlotPicker().catch(() => undefined),
              },
            ]}
          />
        )}
        {!only && (
          <QueueChoice
            queues={queues}
            chosen={queue?.queueId ?? null}
            error={
              errorAt("queue") ??
              (isGone ? strings.join.queueGone(later) : null)
            }
            words={wait}
            slotLength={
              later ? everyone.times.minutes(number(shop.slotMinutes)) : null
            }
            phone={shop.phone}
            onChoose={(queueId) => {
              setPicked(queueId);
              setSlot({ ...slot, startsAt: null });
              setRefusal(null);
            }}
          />
        )}
        {only && isFull && <CallShop phone={shop.phone} />}
        {later && (
          <SlotPart
            load={loadSlotPicker}
            shop={shop}
            queueId={queue?.queueId ?? null}
            slot={slot}
            error={errorAt("slot")}
            onPick={(next) => {
              setSlot(next);
              setRefusal(null);
            }}
            onGone={() => {
              // Most likely taken by this phone's own booking.
              if (busy) return;
              setSlot({ ...slot, startsAt: null });
              setRefusal({
                about: "slot",
                message: strings.join.slotTaken,
              });
            }}
          />
        )}
        <Field
          label={words.name}
          optional
          name="name"
          defaultValue={keptName}
          autoComplete="given-name"
          maxLength={MAX_NAME}
          placeholder={words.namePlaceholder}
          dir="auto"
        />
        {later && shop.mailPossible && (
          <Field
            label={strings.join.email}
            optional
            name="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            dir="ltr"
            hint={strings.join.emailHint}
            error={errorAt("email")}
          />
        )}
        {shop.smsPossible && (
          <TextMe label={words.textMe} error={errorAt("phone")} />
        )}
      </div>
      {later ? (
        <SubmitBar
          busy={busy}
          verb={strings.join.confirm}
          unlikely={null}
          note={null}
        >
          {slot.startsAt !== null && queue !== undefined && (
            <p className="text-sm wrap-anywhere text-ink-2 tab" dir="auto">
              {strings.join.booking(
                queue.name,
                bookedTime(slot.startsAt, shop.timezone),
              )}
            </p>
          )}
        </SubmitBar>
      ) : (
        <SubmitBar
          busy={busy}
          verb={strings.join.join}
          unlikely={whyNot(isFull, opening.open, shop.walkInsOnlyWhenOpen)}
          note={joinNote}
        >
          <p className="text-sm text-balance text-ink-2 tab">
            <b className="font-semibold">{strings.join.status}</b>
            {" · "}
            {queue === undefined
              ? strings.join.choose
              : strings.join.statusOf(number(queue.waitingCount), wait(queue))}
          </p>
        </SubmitBar>
      )}
      {asking && queue && (
        <confirm.Screen
          open
          title={strings.join.anotherTitle}
          question={strings.join.another}
          verb={strings.join.takeAnother}
          tone="primary"
          onConfirm={() => void take(queue.queueId)}
          onCancel={() => setAsking(false)}
          fallback={null}
        />
      )}
    </form>
  );
}

/** Why joining now would be refused. A closed shop is not said to be full as well. */
function whyNot(
  isFull: boolean,
  isOpen: boolean,
  onlyWhenOpen: boolean,
): string | null {
  if (!isOpen && (isFull || onlyWhenOpen)) return strings.join.joinWhenOpen;
  return isFull ? strings.join.fullHint : null;
}

/** The choice that is still missing, and its field. @param slot null to join now */
function missingChoice(queue: OpenQueue | undefined, slot: Slot | null) {
  const { selectQueue, selectDate, selectSlot } = strings.join;
  if (queue === undefined) {
    const at = "[name='queue']";
    return { about: "queue", message: selectQueue, at } as const;
  }
  if (slot === null || slot.startsAt !== null) return null;
  return slot.day === null
    ? ({ about: "slot", message: selectDate, at: IN_DAYS } as const)
    : ({ about: "slot", message: selectSlot, at: IN_TIMES } as const);
}

/** The first open day, and the first time. */
const IN_DAYS = "[name='day']:enabled";
const IN_TIMES = "[name='slot']:enabled";

function readPerson(form: HTMLFormElement | null) {
  const given = new FormData(form ?? undefined);
  const text = (name: string) => textIn(given, name);
  const phone = text("phone").trim();
  return { name: text("name"), ...(phone && { phone }), email: text("email") };
}
