/** The profile that is asked for once. */
import { useState, type FormEvent } from "react";
import type { Profile } from "../../../convex/model/profile";
import { useSession } from "../../lib/me";
import { everyone } from "../../texts/everyone";
import { setup as texts } from "../../texts/setup";
import { Button } from "../../ui/button";
import { keepDraft, withDraft } from "./draft";
import { HoursFields } from "./hours-fields";
import { ProfileFields } from "./profile-fields";
import {
  profileErrors,
  readProfile,
  remainingErrors,
  type ProfileErrors,
} from "./read-profile";

const NONE: ProfileErrors = { hours: {} };

/** @param initial what is known already, before any draft; `onFinish` gets a profile that keeps all rules */
export function SetupForm({
  initial,
  busy,
  disabled,
  onFinish,
}: {
  initial: Profile;
  busy: boolean;
  /** There is no connection to save with. */
  disabled: boolean;
  onFinish: (profile: Profile) => void;
}) {
  const session = useSession();
  const userId = session.is === "signedIn" ? session.me.userId : null;
  const [start] = useState(() =>
    userId === null ? initial : withDraft(userId, initial),
  );
  const [hours, setHours] = useState(start.operatingHours);
  const [errors, setErrors] = useState<ProfileErrors>(NONE);

  const typed = (event: FormEvent<HTMLFormElement>) => {
    const profile = readProfile(new FormData(event.currentTarget));
    if (userId !== null) keepDraft(userId, initial, profile);
    setHours(profile.operatingHours);
    setErrors((shown) => remainingErrors(shown, profile));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const profile = readProfile(new FormData(form));
    const found = profileErrors(profile);
    setErrors(found ?? NONE);
    if (found === null) {
      if (!busy) onFinish(profile);
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
      <Button
        type="submit"
        variant="primary"
        size="hero"
        busy={busy}
        busyText={everyone.processing}
        disabled={disabled}
        className="disabled:bg-pressed disabled:text-ink-3"
      >
        {texts.finish}
      </Button>
    </form>
  );
}
