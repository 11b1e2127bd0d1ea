/** 'Live Data': the average wait over the last hour, as a chart or as a table. */
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { timeOf } from "../../lib/time/format";
import { onDemand } from "../../lib/on-demand";
import { useNow } from "../../lib/time/use-now";
import { analytics as strings } from "../../strings/analytics";
import { number } from "../../strings/language/intl";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { FigureTable } from "../../ui/tables/figure-table";
import { highest, pointsOf, type Point } from "./points";

const chart = onDemand(() => import("./chart"));
/** A line needs two points. */
const FEWEST = 2;

type Props = {
  /** null: all queues together. */
  queueId: string | null;
  timeZone: string;
};

export default function LiveData(props: Props) {
  return (
    <Card title={strings.title}>
      <p className="text-sm text-ink-2">{strings.lastHour(strings.series)}</p>
      <CardBoundary
        key={props.queueId}
        text={strings.notLoaded}
        className="min-h-64 content-center"
      >
        <History {...props} />
      </CardBoundary>
    </Card>
  );
}

function History({ queueId, timeZone }: Props) {
  const samples = useQuery(api.reports.recentWaits.waitHistory, { queueId });
  const now = useNow("minute");
  const [asTable, setAsTable] = useState(false);
  if (samples === undefined) return <Message>{strings.initializing}</Message>;
  const points = pointsOf(samples, now);
  const last = points.at(-1);
  if (last === undefined || points.length < FEWEST) {
    return <Message>{strings.waiting}</Message>;
  }
  const words = (point: Point) => ({
    minutes: number(point.minutes, 1),
    time: timeOf(point.at, timeZone),
  });
  return (
    <>
      {asTable ? (
        <FigureTable
          label={strings.series}
          columns={[strings.time, strings.series]}
          rows={points
            .map(words)
            .toReversed()
            .map(({ time, minutes }) => ({
              key: time,
              cells: [time, minutes],
            }))}
          className="h-64 overflow-y-auto"
        />
      ) : (
        <CardBoundary
          text={strings.notDrawn}
          className="min-h-64 content-center"
        >
          <div
            role="img"
            aria-label={strings.summary(
              words(points[0] ?? last),
              words(highest(points)),
              words(last).minutes,
            )}
            className="relative mt-3 h-64"
          >
            <chart.Screen
              points={points}
              timeZone={timeZone}
              fallback={<Message>{strings.initializing}</Message>}
            />
          </div>
        </CardBoundary>
      )}
      <Button
        variant="link"
        className="mt-2 -ml-4"
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? strings.showChart : strings.showTable}
      </Button>
    </>
  );
}

function Message({ children }: { children: string }) {
  return (
    <p
      role="status"
      className="grid min-h-64 place-items-center text-center text-ink-2"
    >
      {children}
    </p>
  );
}
