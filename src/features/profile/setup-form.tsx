/** The form of the wizard: the profile and the first queue. */
import { Smartphone } from "lucide-react";
import { useState, type FormEvent, type SubmitEvent } from "react";
import { MAX_QUEUE_NAME } from "../../../convex/base/rules/names";
import type { Profile } from "../../../convex/business/rules/profile";
import { useSession } from "../../lib/account/me";
import { everyone } from "../../strings/everyone";
import { setup as strings } from "../../strings/setup";
import { Button, SubmitButton } from "../../ui/button";
import { Field } from "../../ui/fields/field";
import { keepDraft, withDraft } from "./draft";
import { HoursFields } from "./hours-fields";
import { ProfileFields } from "./profile-fields";
import {
  profileErrors,
  readProfile,
  remainingErrors,
  type ProfileErrors,
} from "./read-profile";
import type { SetUp } from "./use-finish";

/** The next page after saving. */
export type After = "try" | "dashboard";

const FINISH = "finish";

const NONE: ProfileErrors = { hours: {} };

export function SetupForm(props: {
  initial: Profile;
  busy: boolean;
  disabled: boolean;
  onFinish: (given: SetUp, after: After) => void;
}) {
  const { initial, busy, disabled, onFinish } = props;
  const session = useSession();
  const me = session.is === "signedIn" ? session.me : null;
  const userId = me?.userId ?? null;
  const timezone = me?.business?.timezone;
  const base = { ...initial, firstQueue: strings.suggestedQueue };
  const [start] = useState(() =>
    userId === null ? base : withDraft("setup", userId, base),
  );
  const [hours, setHours] = useState(start.operatingHours);
  const [after, setAfter] = useState<After>("try");
  const [errors, setErrors] = useState<ProfileErrors>(NONE);

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
    setErrors(found ?? NONE);
    if (found === null) {
      const firstQueue = readQueue(fields);
      const button = event.nativeEvent.submitter;
      const after = button?.id === FINISH ? "dashboard" : "try";
      if (busy) return;
      setAfter(after);
      onFinish({ profile, firstQueue }, after);
      return;
    }
    // After React has marked the fields.
    requestAnimationFrame(() => {
      form.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
    });
  };

  return (
    <form onSubmit={submit} onInput={typed} noValidate className="grid gap-5">
      <ProfileFields initial={start} errors={errors} />
      <HoursFields
        initial={start.operatingHours}
        hours={hours}
        errors={errors.hours}
      />
      {timezone !== undefined && (
        <p className="-mt-2 text-sm text-ink-2">{strings.timezone(timezone)}</p>
      )}
      <Field
        label={strings.firstQueue}
        hint={strings.firstQueueMeaning}
        name="firstQueue"
        defaultValue={start.firstQueue}
        maxLength={MAX_QUEUE_NAME}
        autoComplete="off"
        dir="auto"
      />
      <div className="grid gap-3">
        <SubmitButton
          icon={Smartphone}
          busy={busy && after === "try"}
          busyText={everyone.processing}
          disabled={disabled}
        >
          {strings.finishAndTry}
        </SubmitButton>
        <Button
          type="submit"
          id={FINISH}
          size="hero"
          busy={busy && after === "dashboard"}
          busyText={everyone.processing}
          disabled={disabled}
        >
          {strings.finish}
        </Button>
      </div>
    </form>
  );
}

function readQueue(fields: FormData): string {
  const name = fields.get("firstQueue");
  return typeof name === "string" ? name.trim() : "";
}
