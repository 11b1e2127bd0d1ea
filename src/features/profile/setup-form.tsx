/** The form of the wizard in three steps: the shop, its hours, its first queue (product.md G6). */
import { ArrowLeft, Smartphone } from "lucide-react";
import { useState, type FormEvent, type SubmitEvent } from "react";
import { MAX_QUEUE_NAME } from "../../../convex/base/rules/names";
import type { Profile } from "../../../convex/business/rules/profile";
import { markWrong, textIn } from "../../lib/read-form";
import { useSession } from "../../lib/account/me";
import { cityOf } from "../../lib/time/local-zone";
import { everyone } from "../../strings/everyone";
import { setup as strings } from "../../strings/setup";
import { Button, SubmitButton } from "../../ui/button";
import { Field } from "../../ui/fields/field";
import { keepDraft, withDraft } from "./draft";
import { LogoPart } from "./logo-part";
import { ShopFields, SlotField } from "./profile-fields";
import {
  profileErrors,
  readProfile,
  remainingErrors,
  type ProfileErrors,
} from "./read-profile";
import { Step, StepHead, STEPS } from "./setup-steps";
import type { SetUp } from "./use-finish";
import { weekdays } from "./weekdays";
import type { OperatingHours } from "../../../convex/business/rules/hours";
import { HoursFields } from "./hours-fields";
import { daySpans, hoursWords } from "./hours-lines";

/** The next page after saving. */
export type After = "try" | "dashboard";

/** Resolves with what the server refused in the fields. */
export type SendSetup = (given: SetUp, after: After) => Promise<ProfileErrors>;

const FINISH = "finish";
const LAST = STEPS - 1;

export function SetupForm(props: {
  initial: Profile;
  busy: boolean;
  disabled: boolean;
  /** Customers can join: the shop has paid, or its payment is on the way. */
  canTry: boolean;
  onFinish: SendSetup;
}) {
  const { initial, busy, disabled, canTry, onFinish } = props;
  const session = useSession();
  const me = session.is === "signedIn" ? session.me : null;
  const userId = me?.userId ?? null;
  const business = me?.business;
  const base = { ...initial, firstQueue: strings.suggestedQueue };
  const [start] = useState(() =>
    userId === null ? base : withDraft("setup", userId, base),
  );
  const [hours, setHours] = useState(start.operatingHours);
  const [after, setAfter] = useState<After>("try");
  const [errors, setErrors] = useState<ProfileErrors>({});
  const [step, setStep] = useState(0);
  const [changesHours, setChangesHours] = useState(false);

  const typed = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget);
    const profile = readProfile(fields);
    const firstQueue = readQueue(fields);
    if (userId !== null) {
      keepDraft("setup", userId, base, { ...profile, firstQueue });
    }
    setHours(profile.operatingHours);
    setErrors((shown) => remainingErrors(shown, profile));
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const profile = readProfile(fields);
    const found = profileErrors(profile);
    const wrong = stepOf(found);
    const show = (those: ProfileErrors, at: number) => {
      markWrong(form, () => {
        setErrors(those);
        setStep(at);
        if (weekdays.some(({ key }) => key in those)) setChangesHours(true);
      });
    };
    if (wrong === null || wrong > step) {
      setErrors({});
      if (step < LAST) {
        setStep(step + 1);
        return;
      }
      const firstQueue = readQueue(fields);
      const button = event.nativeEvent.submitter;
      const after = button?.id === FINISH ? "dashboard" : "try";
      if (busy) return;
      setAfter(after);
      void onFinish({ profile, firstQueue }, after).then((refused) => {
        const at = stepOf(refused);
        if (at !== null) show(refused, at);
      });
      return;
    }
    show(found, wrong);
  };

  return (
    <form onSubmit={submit} onInput={typed} noValidate className="grid gap-5">
      <StepHead step={step} />
      <Step shown={step === 0}>
        <ShopFields initial={start} errors={errors} />
        {business && (
          <LogoPart
            name={business.name}
            logoUrl={business.logoUrl}
            disabled={disabled}
          />
        )}
      </Step>
      <Step shown={step === 1}>
        <HoursStep
          initial={start.operatingHours}
          hours={hours}
          errors={errors}
          changing={changesHours}
          onChange={() => setChangesHours(true)}
        />
        {business && (
          <p className="-mt-2 text-sm text-ink-2">
            {strings.timezone(cityOf(business.timezone))}
          </p>
        )}
        <SlotField initial={start} errors={errors} />
      </Step>
      <Step shown={step === LAST}>
        <Field
          label={strings.firstQueue}
          hint={strings.firstQueueMeaning}
          name="firstQueue"
          defaultValue={start.firstQueue}
          maxLength={MAX_QUEUE_NAME}
          autoComplete="off"
          dir="auto"
        />
      </Step>
      <div className="grid gap-3">
        {step < LAST ? (
          <SubmitButton>{strings.steps.next}</SubmitButton>
        ) : (
          <>
            {canTry && (
              <SubmitButton
                icon={Smartphone}
                busy={busy && after === "try"}
                busyText={everyone.processing}
                disabled={disabled}
              >
                {strings.finishAndTry}
              </SubmitButton>
            )}
            <Button
              type="submit"
              id={FINISH}
              variant={canTry ? "secondary" : "primary"}
              size="hero"
              className="py-1.5"
              busy={busy && after === "dashboard"}
              busyText={everyone.processing}
              disabled={disabled}
            >
              {strings.finish}
            </Button>
          </>
        )}
        {step > 0 && (
          <Button
            variant="ghost"
            size="field"
            icon={ArrowLeft}
            disabled={busy}
            onClick={() => setStep(step - 1)}
          >
            {strings.steps.back}
          </Button>
        )}
      </div>
    </form>
  );
}

function stepOf(errors: ProfileErrors): number | null {
  if (Object.keys(errors).length === 0) return null;
  return "name" in errors || "phone" in errors ? 0 : 1;
}

function readQueue(fields: FormData): string {
  return textIn(fields, "firstQueue").trim();
}

/** The wizard's opening hours: a line to agree with, or the fields to change it. */
function HoursStep(props: {
  initial: OperatingHours;
  hours: OperatingHours;
  errors: ProfileErrors;
  changing: boolean;
  onChange: () => void;
}) {
  const { changing, onChange, ...fields } = props;
  return (
    <>
      {!changing && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-md border border-line-strong px-3.5 py-1">
          <p className="font-semibold">
            {daySpans(fields.hours).map(({ days, hours }) => (
              <span key={days} className="block">
                {hours && strings.openOn(days, hoursWords(hours))}
              </span>
            ))}
          </p>
          <Button variant="link" className="-mx-4" onClick={onChange}>
            {strings.change}
          </Button>
        </div>
      )}
      {/* The form reads these, also unseen. */}
      <div hidden={!changing}>
        <HoursFields {...fields} />
      </div>
    </>
  );
}
