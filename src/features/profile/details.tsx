/** The owner's settings, read-only. The form is in edit-dialog.tsx. */
import type { ReactNode } from "react";
import { readingOf } from "../../lib/time/format";
import { countryName } from "../../strings/language/country-name";
import { dateName } from "../../strings/language/intl";
import { profile as strings } from "../../strings/profile";
import { Avatar } from "../../ui/avatar";
import { Card } from "../../ui/card";
import { clockOf } from "../../../convex/base/rules/clock";
import {
  endsNextDay,
  type DayHours,
} from "../../../convex/business/rules/hours";
import { almostWords } from "./line-fields";
import { zoneName } from "./places";
import type { OwnProfile } from "./types";
import { weekdays } from "./weekdays";

/** "09:00 to 17:00", "18:00 to 02:00 the next day", "Closed". */
function hoursWords(hours: DayHours): string {
  if (hours === null) return strings.closed;
  const [start, end] = [readingOf(hours.start), readingOf(hours.end)];
  return endsNextDay(hours)
    ? strings.fromToNextDay(start, end)
    : strings.from(start, end);
}

export function Details({
  known: { settings, logoUrl },
  edit,
}: {
  known: OwnProfile;
  edit: ReactNode;
}) {
  const { name, phone, description, country } = settings;
  const clock = strings.clocks[clockOf(settings)];
  const { visits, line } = strings;
  return (
    <>
      <Card title={strings.details} action={edit}>
        <div className="mt-4 flex items-center gap-4">
          <Avatar name={name} src={logoUrl} size="xl" />
          <p className="min-w-0 text-xl font-bold wrap-anywhere" dir="auto">
            {name}
          </p>
        </div>
        <List>
          <Entry term={strings.phone}>{phone ?? strings.notSet}</Entry>
          <Entry term={strings.description} wide>
            <span dir="auto">{description ?? strings.notSet}</span>
          </Entry>
          <Entry term={strings.slot}>
            {strings.minutes(settings.slotMinutes)}
          </Entry>
          <Entry term={strings.zone}>{zoneName(settings.timezone)}</Entry>
          <Entry term={strings.country}>
            {country === null ? strings.notSet : countryName(country)}
          </Entry>
          <Entry term={strings.clock}>
            {settings.clock === "byCountry"
              ? strings.clockByCountry(clock)
              : clock}
          </Entry>
        </List>
      </Card>
      <Card title={strings.hours}>
        <dl className="mt-3 divide-y divide-line">
          {weekdays.map((day) => (
            <HoursRow
              key={day.key}
              day={day.name}
              hours={settings.operatingHours[day.key]}
            />
          ))}
        </dl>
        {settings.specialDays.length > 0 && (
          <>
            <h3 className="mt-5 font-semibold">{visits.days}</h3>
            <dl className="mt-1 divide-y divide-line">
              {settings.specialDays.map(({ day, hours }) => (
                <HoursRow key={day} day={dateName(day)} hours={hours} />
              ))}
            </dl>
          </>
        )}
      </Card>
      <Card title={line.title}>
        <List>
          <Entry term={line.whenUnmarked}>
            {line.unmarked[settings.whenUnmarked]}
          </Entry>
          <Entry term={line.grace}>
            {strings.minutes(settings.graceMinutes)}
          </Entry>
          <Entry term={line.almost}>{almostWords(settings.almostAt)}</Entry>
          <Entry term={visits.walkIns}>
            {settings.walkInsOnlyWhenOpen ? line.on : line.off}
          </Entry>
          <Entry term={line.board}>
            {line.boardNames[settings.boardNames]}
          </Entry>
        </List>
      </Card>
    </>
  );
}

function List({ children }: { children: ReactNode }) {
  return <dl className="mt-4 grid gap-4 sm:grid-cols-2">{children}</dl>;
}

function Entry(props: { term: string; wide?: boolean; children: ReactNode }) {
  const { term, wide = false, children } = props;
  return (
    <div className={wide ? "col-span-full" : undefined}>
      <dt className="text-sm text-ink-2">{term}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

function HoursRow({ day, hours }: { day: string; hours: DayHours }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2">
      <dt className="font-semibold">{day}</dt>
      <dd className={hours === null ? "text-ink-3" : "tab"}>
        {hoursWords(hours)}
      </dd>
    </div>
  );
}
