/** One chart of people and waits with its name and legend, or the same as a table with all counts. */
import { useState } from "react";
import { cn } from "../../lib/cn";
import { onDemand } from "../../lib/on-demand";
import { reports as strings } from "../../strings/reports";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import type { Spot } from "./chart";
import { FigureTable, type Row } from "./table";
import { countWords } from "./words";

const chart = onDemand(() => import("./chart"));

export function ChartCard(props: {
  title: string;
  spots: readonly Spot[];
  people?: string;
  columns: readonly string[];
  rows: readonly Row[];
  note?: string;
  className?: string;
}) {
  const { title, spots, people = strings.chart.people, columns, rows } = props;
  const { note, className } = props;
  const [asTable, setAsTable] = useState(false);
  const most = spots.reduce<Spot | null>(
    (found, spot) => (spot.people > (found?.people ?? 0) ? spot : found),
    null,
  );
  const names = { people, wait: strings.chart.wait };
  return (
    <Card
      title={title}
      className={className}
      action={
        <Button
          variant="link"
          className="-my-2 -mr-4"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? strings.chart.showChart : strings.chart.showTable}
        </Button>
      }
    >
      {asTable ? (
        <FigureTable label={title} columns={columns} rows={rows} tall />
      ) : (
        <CardBoundary
          text={strings.chart.notDrawn}
          className="min-h-64 content-center"
        >
          <p className="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-2">
            <Key look="h-3 bg-brand" name={names.people} />
            <Key look="h-1 bg-serving-fg" name={names.wait} />
          </p>
          <div
            role="img"
            aria-label={
              most === null
                ? title
                : strings.chart.most(title, most.label, countWords(most.people))
            }
            className="relative mt-3 h-64"
          >
            <chart.Screen
              spots={spots}
              names={names}
              fallback={
                <p role="status" className="late text-ink-2">
                  {strings.chart.initializing}
                </p>
              }
            />
          </div>
        </CardBoundary>
      )}
      {note !== undefined && <p className="mt-3 text-sm text-ink-2">{note}</p>}
    </Card>
  );
}

function Key({ name, look }: { name: string; look: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        className={cn("bar-fill w-3 rounded-sm", look)}
        aria-hidden="true"
      />
      {name}
    </span>
  );
}
