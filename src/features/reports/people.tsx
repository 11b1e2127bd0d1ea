/** What each person of the team did, all queues together (product.md W14). */
import type { PersonCounts } from "../../../convex/queue/rules/personDays";
import { meanService } from "../../../convex/reports/rules/people";
import { number } from "../../strings/language/intl";
import { reports as strings } from "../../strings/reports";
import { Card } from "../../ui/card";
import type { Days } from "./ranges";
import { FigureTable } from "./table";
import { usePeople } from "./use-report";
import { waitWords } from "./words";

const { people: words, columns } = strings;

/** Nothing in a shop where only the owner works. */
export function ByPerson({ days, today }: { days: Days; today: string }) {
  const people = usePeople(days, today);
  if (people === undefined || people.length < 2) return null;
  const worked = people.filter(({ sums }) => hasWorked(sums));
  return (
    <Card title={words.title}>
      <p className="mt-1 max-w-2xl text-sm text-ink-2">{words.meaning}</p>
      {worked.length === 0 ? (
        <p className="mt-4 text-ink-2">{words.none}</p>
      ) : (
        <FigureTable
          label={words.title}
          columns={[
            ...[words.person, words.calls, columns.served],
            ...[columns.noShows, words.service],
          ]}
          rows={worked.map(({ personId, name, sums }) => ({
            key: personId,
            cells: [
              name ?? words.owner,
              ...figuresOf(sums).map(({ value }) => value),
            ],
          }))}
        />
      )}
    </Card>
  );
}

export function hasWorked({ calls, served, noShows }: PersonCounts): boolean {
  return calls + served + noShows > 0;
}

export function figuresOf(sums: PersonCounts) {
  return [
    { title: words.calls, value: number(sums.calls) },
    { title: columns.served, value: number(sums.served) },
    { title: columns.noShows, value: number(sums.noShows) },
    { title: words.service, value: waitWords(meanService(sums)) },
  ];
}
