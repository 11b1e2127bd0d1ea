/** The open card of the settings (product.md F1). Saves its fields at once, except the logo, which is saved when picked. */
import { useMutation } from "convex/react";
import { History } from "lucide-react";
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FormEvent,
} from "react";
import { api } from "../../../convex/_generated/api";
import { isSame } from "../../../convex/base/rules/threeWay";
import { businessDay } from "../../../convex/business/rules/opening";
import type { Settings } from "../../../convex/business/rules/settings";
import { useFreshness } from "../../lib/server/connection";
import { serverNow } from "../../lib/server/server-clock";
import { everyone } from "../../strings/everyone";
import { parts } from "../../strings/parts";
import { listed } from "../../strings/language/intl";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { profile as strings } from "../../strings/profile";
import { Banner } from "../../ui/banner";
import { OfflineBanner } from "../../ui/live";
import { Button } from "../../ui/button";
import { FormError } from "../../ui/fields/form-error";
import { showSuccess } from "../../ui/toast";
import {
  editLabel,
  nameOf,
  withCard,
  withFields,
  type CardName,
} from "./card-names";
import { keepDraft, withDraft } from "./draft";
import { HoursFields } from "./hours-fields";
import { LineFields, WalkInsField } from "./line-fields";
import { LogoPart } from "./logo-part";
import { PlaceFields } from "./place-fields";
import { ShopFields, SlotField } from "./profile-fields";
import {
  profileErrors,
  remainingErrors,
  type ProfileErrors,
  readProfile,
} from "./read-profile";
import {
  rowProblems,
  rowsOf,
  type Problem,
  daysOf,
  type DayRow,
} from "./read-rules";
import { SpecialDays } from "./special-days";
import type { OwnProfile } from "./types";
import { markWrong, textIn } from "../../lib/read-form";

const NO_PROBLEMS: ReadonlyMap<number, Problem> = new Map();

export default function EditCard(props: {
  card: CardName;
  known: OwnProfile;
  onTyped: (isChanged: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { card, known, onTyped, onSaved, onCancel } = props;
  const { businessId, logoUrl } = known;
  // The initial values only, so typed text stays.
  const [opened] = useState(known.settings);
  const [initial] = useState(() =>
    withCard(opened, withDraft("profile", businessId, opened), card),
  );
  const [isBack] = useState(!isSame(initial, opened));
  // Fields that another window also changed. Their new values may arrive only after the refusal.
  const [refused, setRefused] = useState<readonly string[]>([]);
  const base = withFields(opened, known.settings, refused);
  const save = useMutation(api.profile.businesses.saveProfile);
  const { live } = useFreshness();
  const form = useRef<HTMLFormElement>(null);
  const [today] = useState(() => businessDay(initial, serverNow()));
  const [rows, setRows] = useState(() => rowsOf(initial.specialDays, today));
  const [now, setNow] = useState(initial);
  const [errors, setErrors] = useState<ProfileErrors>({});
  const [checked, setChecked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** Rows added since the last try to save: nobody has had the time to fill them in. */
  const [added, setAdded] = useState<readonly number[]>([]);
  const judged = rows.filter(
    ({ key, day }) => day !== "" || !added.includes(key),
  );
  const problems = checked
    ? rowProblems(judged, today, now.operatingHours)
    : NO_PROBLEMS;

  const begin = useEffectEvent(() => {
    // After a reload the focus stays at the top of the page.
    if (isBack) onTyped(true);
    else form.current?.focus();
  });
  useEffect(() => begin(), []);

  const read = (typedRows = rows): Settings => {
    const fields = new FormData(form.current ?? undefined);
    const typed = readSettings(fields, typedRows);
    return kept(withCard(base, typed, card), base, today);
  };
  const typed = (next: Settings) => {
    setNow(next);
    setErrors((shown) => remainingErrors(shown, next));
    keepDraft("profile", businessId, base, next);
    onTyped(!isSame(next, base));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const settings = read();
    const wrong = markWrong(event.currentTarget, () => {
      setErrors(profileErrors(settings));
      setChecked(true);
      setAdded([]);
    });
    if (wrong !== null) return;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await save({ ...settings, base });
      if (answer.ok) {
        showSuccess(strings.saved);
        // Unless the card was closed in the meantime.
        if (form.current !== null) onSaved();
        return;
      }
      if (answer.code === "changedElsewhere") {
        const names = answer.fields.map(nameOf);
        setRefusal(strings.changedElsewhere(listed(names), names.length));
        setRefused((old) => [...old, ...answer.fields]);
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
      aria-label={editLabel(card)}
      tabIndex={-1}
      onInput={() => typed(read())}
      onSubmit={(event) => void submit(event)}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6 outline-none"
    >
      <FormError message={refusal} />
      {!live && <OfflineBanner />}
      {isBack && (
        <Banner tone="info" icon={History}>
          {strings.typedIsBack}
        </Banner>
      )}
      {card === "details" && (
        <>
          <LogoPart name={now.name} logoUrl={logoUrl} disabled={!live} />
          <div className="grid gap-5 md:grid-cols-2">
            <ShopFields initial={initial} errors={errors} />
            <SlotField initial={initial} errors={errors} />
            <PlaceFields initial={initial} country={now.country} />
          </div>
        </>
      )}
      {card === "hours" && (
        <>
          <HoursFields
            initial={initial.operatingHours}
            hours={now.operatingHours}
            errors={errors}
          />
          <SpecialDays
            rows={rows}
            problems={problems}
            today={today}
            onChange={(next) => {
              const last = next.at(-1);
              if (last !== undefined && next.length > rows.length)
                setAdded([...added, last.key]);
              setRows(next);
              typed(read(next));
            }}
          />
        </>
      )}
      {card === "visits" && <WalkInsField initial={initial} />}
      {card === "line" && <LineFields initial={initial} />}
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
        <Button size="lg" onClick={onCancel}>
          {parts.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="min-w-40"
          disabled={!live}
          busy={busy}
          busyText={everyone.processing}
          // Not `disabled`: a press says why.
          aria-disabled={now.name.trim() === "" || undefined}
        >
          {strings.save}
        </Button>
      </div>
    </form>
  );
}

/** Reads a card's form as settings; those of other cards are read as empty. */
function readSettings(fields: FormData, rows: readonly DayRow[]): Settings {
  const text = (name: string) => textIn(fields, name);
  /** The chosen one; the first for any other value. */
  const choice = <One extends string>(
    name: string,
    first: One,
    ...more: One[]
  ) => more.find((one) => one === text(name)) ?? first;
  return {
    ...readProfile(fields),
    specialDays: daysOf(rows),
    walkInsOnlyWhenOpen: fields.has("walkInsOnlyWhenOpen"),
    almostAt: Number(text("almostAt")),
    timezone: text("timezone"),
    country: text("country") || null,
    clock: choice("clock", "byCountry", "h24", "h12"),
    whenUnmarked: choice("whenUnmarked", "ask", "came", "missed"),
    graceMinutes: Number(text("graceMinutes")),
    boardNames: choice("boardNames", "number", "initials"),
  };
}

/** The settings to send. Past dates, which the form does not show, do not count as a change. */
function kept(now: Settings, base: Settings, today: string): Settings {
  const shown = daysOf(rowsOf(base.specialDays, today));
  if (!isSame(now.specialDays, shown)) return now;
  return { ...now, specialDays: base.specialDays };
}
