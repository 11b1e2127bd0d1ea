/** The form of 'Edit Profile'. Saves everything at once, except the logo, which is saved when it is picked. */
import { useMutation } from "convex/react";
import { History } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../convex/_generated/api";
import { businessDay } from "../../../convex/business/rules/opening";
import type { Settings } from "../../../convex/business/rules/settings";
import { useFreshness } from "../../lib/server/connection";
import { serverNow } from "../../lib/server/server-clock";
import { everyone } from "../../strings/everyone";
import { listed } from "../../strings/language/intl";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { profile as strings } from "../../strings/profile";
import { Banner } from "../../ui/banner";
import { OfflineBanner } from "../../ui/live";
import { Button } from "../../ui/button";
import { FormError } from "../../ui/fields/form-error";
import { showSuccess } from "../../ui/toast";
import { CheckRow } from "./check-row";
import { HoursFields } from "./hours-fields";
import { LineFields } from "./line-fields";
import { LogoPart } from "./logo-part";
import { PlaceFields } from "./place-fields";
import { ProfileFields } from "./profile-fields";
import {
  profileErrors,
  remainingErrors,
  type ProfileErrors,
} from "./read-profile";
import { rowProblems, rowsOf, type Problem } from "./read-rules";
import { kept, nameOf, readSettings } from "./read-settings";
import { SpecialDays } from "./special-days";

const NONE: ProfileErrors = { hours: {} };
const NO_PROBLEMS: ReadonlyMap<number, Problem> = new Map();

/** `onOverwrite` gets fields that another window changed: the next save keeps this window's values. */
export function EditForm(props: {
  base: Settings;
  initial: Settings;
  isBack: boolean;
  logoUrl: string | null;
  onTyped: (now: Settings) => void;
  onOverwrite: (fields: readonly string[]) => void;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { base, initial, isBack, logoUrl, onTyped, onOverwrite } = props;
  const { onSaved, onCancel } = props;
  const save = useMutation(api.profile.businesses.saveProfile);
  const { live } = useFreshness();
  const form = useRef<HTMLFormElement>(null);
  const [today] = useState(() => businessDay(initial, serverNow()));
  const [rows, setRows] = useState(() => rowsOf(initial.specialDays, today));
  const [name, setName] = useState(initial.name);
  const [hours, setHours] = useState(initial.operatingHours);
  const [country, setCountry] = useState(initial.country);
  const [errors, setErrors] = useState(NONE);
  const [checked, setChecked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const problems = checked ? rowProblems(rows, today, hours) : NO_PROBLEMS;

  const typed = (event: FormEvent<HTMLFormElement>) => {
    const now = readSettings(new FormData(event.currentTarget), rows);
    onTyped(now);
    setName(now.name);
    setHours(now.operatingHours);
    setCountry(now.country);
    setErrors((shown) => remainingErrors(shown, now));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const settings = readSettings(new FormData(event.currentTarget), rows);
    const found = profileErrors(settings);
    const { operatingHours } = settings;
    const wrongRows = rowProblems(rows, today, operatingHours);
    if (found !== null || wrongRows.size > 0) {
      flushSync(() => {
        setErrors(found ?? NONE);
        setChecked(true);
      });
      form.current
        ?.querySelector<HTMLElement>("[aria-invalid='true']")
        ?.focus();
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await save({ ...kept(settings, base, today), base });
      if (answer.ok) {
        showSuccess(strings.saved);
        onSaved();
        return;
      }
      if (answer.code === "changedElsewhere") {
        const names = answer.fields.map(nameOf);
        setRefusal(strings.changedElsewhere(listed(names), names.length));
        onOverwrite(answer.fields);
      } else setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, strings.failed));
    }
    setBusy(false);
  };

  return (
    <form
      ref={form}
      noValidate
      onInput={typed}
      onSubmit={(event) => void submit(event)}
      className="flex min-h-0 flex-col"
    >
      <div className="grid auto-rows-max grid-cols-[minmax(0,1fr)] gap-6 overflow-y-auto px-4 pb-6 md:px-6">
        <FormError message={refusal} />
        {!live && <OfflineBanner />}
        {isBack && (
          <Banner tone="info" icon={History}>
            {strings.typedIsBack}
          </Banner>
        )}
        <LogoPart name={name} logoUrl={logoUrl} disabled={!live} />
        <div className="grid gap-5 md:grid-cols-2">
          <ProfileFields initial={initial} errors={errors} />
          <PlaceFields initial={initial} country={country} />
        </div>
        <HoursFields
          initial={initial.operatingHours}
          hours={hours}
          errors={errors.hours}
        />
        <SpecialDays
          rows={rows}
          problems={problems}
          today={today}
          onChange={(next) => {
            setRows(next);
            if (form.current === null) return;
            onTyped(readSettings(new FormData(form.current), next));
          }}
        />
        <CheckRow
          name="walkInsOnlyWhenOpen"
          label={strings.visits.walkIns}
          meaning={strings.visits.walkInsMeaning}
          initial={initial.walkInsOnlyWhenOpen}
        />
        <LineFields initial={initial} />
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-4 md:px-6">
        <Button size="field" onClick={onCancel}>
          {everyone.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="field"
          disabled={!live || name === ""}
          busy={busy}
          busyText={everyone.processing}
        >
          {strings.save}
        </Button>
      </div>
    </form>
  );
}
