/** The join form: now or a booking, the queue, and the person (product.md J1, B2). */
import { CalendarDays, CircleAlert, Clock, Zap } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { MAX_NAME } from "../../../convex/base/rules/names";
import { minutesLate } from "../../../convex/business/rules/notice";
import { MAX_PHONE } from "../../../convex/base/rules/typedPhone";
import type { Opening } from "../../lib/time/opening";
import { useNow } from "../../lib/time/use-now";
import { customers as strings } from "../../strings/customers";
import { number } from "../../strings/language/intl";
import { Banner } from "../../ui/banner";
import { Confirm } from "../../ui/windows/confirm";
import { Field } from "../../ui/fields/field";
import { Segmented } from "../../ui/fields/segmented";
import { PrivacyLink } from "../../ui/legal-links";
import { QueueChoice } from "./queue-choice";
import { QueueStatus } from "./queue-status";
import { statusWords, underName } from "./queue-words";
import { SlotPart } from "./slot-part";
import { SubmitBar } from "./submit-bar";
import type { Shop, Slot } from "../../lib/slot-picker";
import type { LoadSlotPicker, OpenQueue } from "./types";
import { useJoin } from "./use-join";

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
};

const NO_SLOT: Slot = { day: null, startsAt: null };

/** The queue in the link, as on a poster of one queue (product.md S17). null for none. */
function linkedQueue(): string | null {
  return new URLSearchParams(window.location.search).get("q");
}

export function JoinForm(props: Props) {
  const { shop, opening, loadSlotPicker } = props;
  const form = useRef<HTMLFormElement>(null);
  const [mode, setMode] = useState<"now" | "later">("now");
  const [picked, setPicked] = useState(linkedQueue);
  const [slot, setSlot] = useState(NO_SLOT);
  const [asking, setAsking] = useState(false);
  const { busy, refusal, setRefusal, join } = useJoin(shop.businessId);
  const bookable = props.queues.filter((one) => one.takesBookings);
  const later = mode === "later" && bookable.length > 0;
  const queues = later ? bookable : props.queues;
  const only = queues.length === 1 ? queues[0] : undefined;
  const queue = queues.find(({ queueId }) => queueId === picked) ?? only;
  const now = useNow("minute");
  const late = minutesLate(shop.notice, now);
  const hours = { opening, timezone: shop.timezone, now, late };
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
    if (typeof taken === "string") return props.onJoined(taken, queueId);
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
    else if (props.hasRecent(queue.queueId)) setAsking(true);
    else void take(queue.queueId);
  };

  return (
    <form ref={form} onSubmit={submit} className="flex flex-1 flex-col">
      <div className="grid gap-5 px-5 pt-1 pb-6">
        {errorAt("form") !== null && (
          <div role="alert">
            <Banner tone="danger" icon={CircleAlert}>
              {errorAt("form")}
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
        <QueueChoice
          queues={queues}
          chosen={queue?.queueId ?? null}
          foldable={later}
          error={errorAt("queue")}
          words={(one) =>
            later
              ? strings.join.slotLength(number(shop.slotMinutes))
              : underName(one, hours)
          }
          // Future bookings do not fill today's line (product.md J2).
          isFull={(one) => !later && one.limitReached}
          phone={shop.phone}
          onChoose={(queueId) => {
            setPicked(queueId);
            setSlot({ ...slot, startsAt: null });
            setRefusal(null);
          }}
        />
        {later ? (
          <SlotPart
            load={loadSlotPicker}
            shop={shop}
            queueId={queue?.queueId ?? null}
            slot={slot}
            error={errorAt("slot")}
            emailError={errorAt("email")}
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
                message: strings.refusals.slotTaken,
              });
            }}
          />
        ) : (
          <QueueStatus
            queue={queue}
            words={queue === undefined ? null : statusWords(queue, hours)}
          />
        )}
        <Field
          label={strings.join.name}
          optional
          name="name"
          autoComplete="given-name"
          maxLength={MAX_NAME}
          placeholder={strings.join.namePlaceholder}
          dir="auto"
        />
        {shop.smsPossible && (
          <Field
            label={strings.join.phone}
            optional
            type="tel"
            name="phone"
            autoComplete="tel"
            inputMode="tel"
            maxLength={MAX_PHONE}
            placeholder={strings.join.phonePlaceholder}
            hint={
              <>
                {strings.join.phoneConsent} <PrivacyLink />
              </>
            }
            error={errorAt("phone")}
          />
        )}
      </div>
      <SubmitBar
        busy={busy}
        queue={queue}
        slot={later ? slot : null}
        timezone={shop.timezone}
        mustWait={!later && shop.walkInsOnlyWhenOpen && !opening.open}
      />
      <Confirm
        open={asking}
        title={strings.join.anotherTitle}
        question={strings.join.another}
        verb={strings.join.takeAnother}
        tone="primary"
        busy={false}
        onConfirm={() => queue && void take(queue.queueId)}
        onCancel={() => setAsking(false)}
      />
    </form>
  );
}

/** The choice that is still missing, and its field. @param slot null to join now */
function missingChoice(queue: OpenQueue | undefined, slot: Slot | null) {
  const { selectQueue, selectDate, selectSlot } = strings.join;
  if (queue === undefined) {
    const at = "[name='queue']:enabled";
    return { about: "queue", message: selectQueue, at } as const;
  }
  if (slot === null || slot.startsAt !== null) return null;
  return slot.day === null
    ? ({ about: "slot", message: selectDate, at: IN_CALENDAR } as const)
    : ({ about: "slot", message: selectSlot, at: IN_TIMES } as const);
}

/** The calendar's one tab stop, and the first time. */
const IN_CALENDAR = "[role='gridcell'] [tabindex='0']";
const IN_TIMES = "[name='slot']:enabled";

function readPerson(form: HTMLFormElement | null) {
  const given = new FormData(form ?? undefined);
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    name: text("name"),
    phone: text("phone").trim(),
    email: text("email"),
  };
}
