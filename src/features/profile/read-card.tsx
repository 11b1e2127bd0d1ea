/** A card of the settings, read-only. */
import { useState } from "react";
import { clockOf } from "../../../convex/base/rules/clock";
import { businessDay } from "../../../convex/business/rules/opening";
import type { Settings } from "../../../convex/business/rules/settings";
import { serverNow } from "../../lib/server/server-clock";
import { countryName } from "../../strings/language/country-name";
import { dateName } from "../../strings/language/intl";
import { profile as strings } from "../../strings/profile";
import { Avatar } from "../../ui/avatar";
import type { CardName } from "./card-names";
import { daySpans, hoursWords } from "./hours-lines";
import { almostWords } from "./line-fields";
import { zoneName } from "./places";
import type { OwnProfile } from "./types";

type Entry = readonly [term: string, words: string];

const { line, visits, notSet } = strings;
const entries: Record<CardName, (settings: Settings) => Entry[]> = {
  details: (settings) => {
    const { phone, description, slotMinutes, timezone, country } = settings;
    const clock = strings.clocks[clockOf(settings)];
    return [
      [strings.phone, phone ?? notSet],
      [strings.description, description ?? notSet],
      [strings.slot, strings.minutes(slotMinutes)],
      [strings.zone, zoneName(timezone)],
      [strings.country, country === null ? notSet : countryName(country)],
      [
        strings.clock,
        settings.clock === "byCountry" ? strings.clockByCountry(clock) : clock,
      ],
    ];
  },
  hours: ({ operatingHours }) =>
    daySpans(operatingHours).map(({ days, hours }) => [
      days,
      hoursWords(hours),
    ]),
  visits: ({ walkInsOnlyWhenOpen }) => [
    [visits.walkIns, walkInsOnlyWhenOpen ? line.on : line.off],
  ],
  line: ({ graceMinutes, almostAt, whenUnmarked, boardNames }) => [
    [line.grace, strings.minutes(graceMinutes)],
    [line.almost, almostWords(almostAt)],
    [line.whenUnmarked, line.unmarked[whenUnmarked]],
    [line.board, line.boardNames[boardNames]],
  ],
};

export function ReadCard(props: { card: CardName; known: OwnProfile }) {
  const { card, known } = props;
  const { name, specialDays } = known.settings;
  const [today] = useState(() => businessDay(known.settings, serverNow()));
  const daysOff = specialDays.filter(({ day }) => day >= today);
  return (
    <>
      {card === "details" && (
        <div className="mt-3 flex items-center gap-4">
          <Avatar name={name} src={known.logoUrl} size="xl" />
          <p className="min-w-0 text-xl font-bold wrap-anywhere" dir="auto">
            {name}
          </p>
        </div>
      )}
      <List of={entries[card](known.settings)} />
      {card === "hours" && daysOff.length > 0 && (
        <>
          <h3 className="mt-5 font-semibold">{visits.days}</h3>
          <List
            of={daysOff.map(({ day, hours }) => [
              dateName(day),
              hoursWords(hours),
            ])}
          />
        </>
      )}
    </>
  );
}

function List({ of }: { of: readonly Entry[] }) {
  return (
    <dl className="mt-3 grid gap-2.5">
      {of.map(([term, words]) => (
        <div
          key={term}
          className="gap-6 sm:grid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <dt className="wrap-anywhere text-ink-2">{term}</dt>
          <dd className="font-semibold wrap-anywhere tab">
            <bdi>{words}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
