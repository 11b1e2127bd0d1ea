/** The form of 'Joining and bookings'. Saves all of it at once. */
import { useMutation } from "convex/react";
import { CircleAlert, WifiOff } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../convex/_generated/api";
import {
  MOST_ALMOST_AT,
  type VisitRules,
} from "../../../convex/model/visitRules";
import { useFreshness } from "../../lib/connection";
import { everyone } from "../../texts/everyone";
import { errorText, refusalText } from "../../texts/owner-refusals";
import { visitRules as texts } from "../../texts/visit-rules";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Select } from "../../ui/select";
import { showSuccess } from "../../ui/toast";
import { daysOf, rowProblems, rowsOf, type Problem } from "./read-rules";
import { SpecialDays } from "./special-days";

const NONE: ReadonlyMap<number, Problem> = new Map();

/** @param today of the business @param onDirty something is changed and not saved */
export function VisitRulesForm({
  initial,
  today,
  onDirty,
  onSaved,
  onCancel,
}: {
  initial: VisitRules;
  today: string;
  onDirty: () => void;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const save = useMutation(api.businesses.saveVisitRules);
  const { live } = useFreshness();
  const form = useRef<HTMLFormElement>(null);
  const [rows, setRows] = useState(() => rowsOf(initial.specialDays, today));
  const [onlyWhenOpen, setOnlyWhenOpen] = useState(initial.walkInsOnlyWhenOpen);
  const [almostAt, setAlmostAt] = useState(initial.almostAt);
  const [checked, setChecked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const problems = checked ? rowProblems(rows, today) : NONE;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (rowProblems(rows, today).size > 0) {
      flushSync(() => setChecked(true));
      form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await save({
        specialDays: daysOf(rows),
        walkInsOnlyWhenOpen: onlyWhenOpen,
        almostAt,
      });
      if (answer.ok) {
        showSuccess(texts.saved);
        onSaved();
        return;
      }
      setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, texts.failed));
    }
    setBusy(false);
  };

  return (
    <form
      ref={form}
      noValidate
      onChange={onDirty}
      onSubmit={(event) => void submit(event)}
      className="flex min-h-0 flex-col"
    >
      <div className="grid gap-6 overflow-y-auto px-4 pb-4 md:px-6">
        {refusal !== null && (
          <Banner tone="danger" icon={CircleAlert}>
            {refusal}
          </Banner>
        )}
        {!live && (
          <Banner tone="warn" icon={WifiOff}>
            {everyone.offline}
          </Banner>
        )}
        <SpecialDays
          rows={rows}
          problems={problems}
          today={today}
          onChange={(next) => {
            onDirty();
            setRows(next);
          }}
        />
        <label className="flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0 accent-brand"
            checked={onlyWhenOpen}
            onChange={(event) => setOnlyWhenOpen(event.target.checked)}
          />
          <span>
            <span className="block font-semibold">{texts.walkIns}</span>
            <span className="block text-sm text-ink-2">
              {texts.walkInsMeaning}
            </span>
          </span>
        </label>
        <Select
          label={texts.almost}
          value={almostAt}
          onChange={(event) => setAlmostAt(Number(event.target.value))}
        >
          {Array.from({ length: MOST_ALMOST_AT + 1 }, (_, people) => (
            <option key={people} value={people}>
              {people === 0 ? texts.never : texts.ahead(people)}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-4 md:px-6">
        <Button size="field" onClick={onCancel}>
          {everyone.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="field"
          disabled={!live}
          busy={busy}
          busyText={everyone.processing}
        >
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
