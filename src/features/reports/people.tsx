/** What each person of the team did, all queues together (product.md W14). */
import { Download } from "lucide-react";
import type { Cell } from "../../../convex/base/rules/csv";
import type { PersonCounts } from "../../../convex/queue/rules/personDays";
import {
  meanService,
  type PersonSums,
} from "../../../convex/reports/rules/people";
import { saveCsv } from "../../lib/save-file";
import { number } from "../../strings/language/intl";
import { reports as strings } from "../../strings/reports";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import type { Days } from "./ranges";
import { FigureTable } from "../../ui/tables/figure-table";
import { usePeople } from "./use-report";
import { waitWords } from "./words";

const { people: words, columns } = strings;

/** Nothing in a shop where only the owner works. */
export function ByPerson(props: {
  days: Days;
  today: string;
  /** The plan has files (product.md P8). */
  isFull: boolean;
}) {
  const { days, today, isFull } = props;
  const people = usePeople(days, today);
  if (people === undefined || people.length < 2) return null;
  const worked = people.filter(({ sums }) => hasWorked(sums));
  return (
    <Card title={words.title}>
      <p className="mt-1 max-w-2xl text-sm text-ink-2">{words.meaning}</p>
      {isFull && worked.length > 0 && (
        <Button
          icon={Download}
          className="mt-3"
          onClick={() =>
            saveCsv(fileOf(worked), words.fileName(days.from, days.to))
          }
        >
          {words.download}
        </Button>
      )}
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

function fileOf(people: readonly PersonSums[]): Cell[][] {
  return [
    [
      ...[words.person, words.calls, columns.served],
      ...[columns.noShows, words.serviceMinutes],
    ],
    ...people.map(({ name, sums }) => {
      const mean = meanService(sums);
      return [
        ...[name ?? words.owner, sums.calls, sums.served, sums.noShows],
        mean === null ? null : Math.round(10 * mean) / 10,
      ];
    }),
  ];
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
