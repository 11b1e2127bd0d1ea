/** New and deleted businesses of the last 30 days, as a chart or as a table. */
import { useState } from "react";
import { onDemand } from "../../lib/on-demand";
import { directory } from "../../strings/admin/directory";
import { number } from "../../strings/language/intl";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { FigureTable } from "../../ui/tables/figure-table";
import type { Totals } from "./types";
import { dayMonth } from "./words";
import { cn } from "../../lib/cn";

const { growth: strings } = directory;
const chart = onDemand(() => import("./growth-chart"));

type Days = Totals["days"];

export function GrowthCard({ days }: { days: Days }) {
  const [asTable, setAsTable] = useState(false);
  const sum = (of: "created" | "ended") =>
    days.reduce((all, day) => all + day[of], 0);
  const summary = strings.summary(sum("created"), sum("ended"));
  return (
    <Card
      title={strings.title}
      action={
        <Button
          variant="link"
          className="-my-2 -mr-4"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? strings.showChart : strings.showTable}
        </Button>
      }
    >
      <p className="text-sm text-ink-2">{strings.meaning}</p>
      {asTable ? (
        <FigureTable
          label={strings.title}
          columns={[strings.day, strings.created, strings.ended]}
          rows={days.toReversed().map(({ day, created, ended }) => ({
            key: day,
            cells: [dayMonth(day), number(created), number(ended)],
          }))}
          className="h-76 overflow-y-auto"
        />
      ) : (
        <CardBoundary
          text={strings.notDrawn}
          className="min-h-72 content-center"
        >
          <p className="mt-2 flex flex-wrap gap-x-5 text-sm text-ink-2">
            <Key look="bg-brand" name={strings.created} />
            <Key look="bg-line-strong" name={strings.ended} />
          </p>
          <div
            role="img"
            aria-label={summary}
            className="relative mt-3 h-72 lg:h-87"
          >
            <chart.Screen
              days={days}
              fallback={
                <p role="status" className="late text-ink-2">
                  {strings.initializing}
                </p>
              }
            />
          </div>
        </CardBoundary>
      )}
    </Card>
  );
}

function Key({ name, look }: { name: string; look: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        className={cn("bar-fill size-3 rounded-sm", look)}
        aria-hidden="true"
      />
      {name}
    </span>
  );
}
