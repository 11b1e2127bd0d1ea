/** The wizard's opening hours: a line to agree with, or the fields to change it. */
import type { OperatingHours } from "../../../convex/business/rules/hours";
import { setup as strings } from "../../strings/setup";
import { Button } from "../../ui/button";
import { HoursFields } from "./hours-fields";
import { daySpans, hoursWords } from "./hours-lines";
import type { ProfileErrors } from "./read-profile";

export function HoursStep(props: {
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
