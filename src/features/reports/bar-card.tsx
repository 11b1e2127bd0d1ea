/** Counts as bars, or the same days or hours as a table with all counts. */
import { useState } from "react";
import { cn } from "../../lib/cn";
import { listed } from "../../strings/language/intl";
import { reports as strings } from "../../strings/reports";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { FigureTable, type Row } from "../../ui/tables/figure-table";
import { countWords } from "./words";

export type Spot = { label: string; count: number; isClosed?: boolean };

/** Above this many bars, numbers do not fit over them. */
const MAX_NUMBERS = 14;
/** Up to this many bars each have a name, and of more every few. */
const MAX_NAMED = 7;
const MAX_NAMES = 4;
const TALLEST_REM = 10.5;

export function BarCard(props: {
  title: string;
  spots: readonly Spot[];
  columns: readonly string[];
  rows: readonly Row[];
  notes?: readonly string[];
  className?: string;
}) {
  const { title, spots, columns, rows, notes = [], className } = props;
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title={title}
      className={cn("p-4 sm:p-5 lg:p-6", className)}
      action={
        <Button
          variant="link"
          className="-my-2 -mr-4 shrink-0"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? strings.chart.showChart : strings.chart.showTable}
        </Button>
      }
    >
      {asTable ? (
        <FigureTable
          label={title}
          {...{ columns, rows }}
          className="max-h-96 overflow-y-auto"
        />
      ) : (
        <Bars title={title} spots={spots} />
      )}
      {notes.map((note) => (
        <p key={note} className="mt-3 text-sm text-ink-2">
          {note}
        </p>
      ))}
    </Card>
  );
}

function Bars({ title, spots }: { title: string; spots: readonly Spot[] }) {
  const most = Math.max(1, ...spots.map(({ count }) => count));
  const isWide = spots.length <= MAX_NAMED;
  const step = isWide ? 1 : Math.ceil(spots.length / MAX_NAMES);
  const words = spots.map((spot) => strings.chart.spot(spot.label, over(spot)));
  return (
    <div
      role="img"
      aria-label={strings.chart.all(title, listed(words))}
      className={cn(
        "mt-4 grid auto-cols-fr grid-flow-col text-center",
        isWide ? "gap-2 sm:gap-3.5" : "gap-0.5 sm:gap-1",
      )}
    >
      {spots.map((spot, i) => (
        <div key={spot.label} className="flex min-w-0 flex-col justify-end">
          {spots.length <= MAX_NUMBERS && (
            <span
              className={cn(
                "mb-1 tab",
                spot.isClosed ? "text-xs text-ink-3" : "font-bold",
                !isWide && "text-sm max-sm:text-xs",
              )}
            >
              {over(spot)}
            </span>
          )}
          <span
            className="bar-fill mx-auto w-full max-w-20 rounded-t-sm bg-chart"
            style={{ height: `${(TALLEST_REM * spot.count) / most}rem` }}
          />
          <span className="flex h-7 items-end justify-center border-t border-line text-sm whitespace-nowrap text-ink-2 max-sm:text-xs">
            {i % step === 0 && <span>{spot.label}</span>}
          </span>
        </div>
      ))}
    </div>
  );
}

/** What stands over a bar. */
function over({ count, isClosed }: Spot): string {
  return isClosed ? strings.chart.closed : countWords(count);
}
