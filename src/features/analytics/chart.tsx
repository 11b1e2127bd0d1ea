/** The line chart. chart.js loads with the first visible chart. */
import {
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartOptions,
} from "chart.js";
import { Line } from "react-chartjs-2";
import { MINUTE_MS } from "../../../convex/queue/rules/waitSamples";
import { timeOf } from "../../lib/time/format";
import { useTheme } from "../../lib/theme";
import { analytics as strings } from "../../strings/analytics";
import { number } from "../../strings/language/intl";
import { chartLook } from "../../lib/chart-look";
import type { Point } from "./points";

Chart.register(
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

export default function WaitChart(props: {
  points: readonly Point[];
  timeZone: string;
}) {
  const { points, timeZone } = props;
  // The theme is in the document; this redraws the chart when it changes.
  useTheme();
  const look = chartLook();
  return (
    <Line
      aria-hidden="true"
      options={optionsOf(look, timeZone)}
      data={{
        datasets: [
          {
            label: strings.series,
            data: points.map(({ at, minutes }) => ({ x: at, y: minutes })),
            borderColor: look.colour("--color-chart"),
            backgroundColor: look.colour("--color-chart-fill"),
            borderWidth: 3,
            fill: true,
            tension: 0.4,
            pointRadius: 0,
            pointHitRadius: 12,
          },
        ],
      }}
    />
  );
}

/** Minutes between two marks: the smallest step that keeps the marks apart. */
const STEPS = [1, 5, 15] as const;
const MAX_MARKS = 5;

function wholeMinutes(from: number, to: number): { value: number }[] {
  const fits = (step: number) => (to - from) / (step * MINUTE_MS) < MAX_MARKS;
  const step = (STEPS.find(fits) ?? 15) * MINUTE_MS;
  const marks: { value: number }[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    marks.push({ value: at });
  }
  return marks;
}

function optionsOf(
  { frame, across, up, tip }: ReturnType<typeof chartLook>,
  timeZone: string,
): ChartOptions<"line"> {
  return {
    ...frame,
    scales: {
      x: {
        ...across,
        type: "linear",
        bounds: "data",
        afterBuildTicks: (axis) => {
          axis.ticks = wholeMinutes(axis.min, axis.max);
        },
        ticks: {
          ...across.ticks,
          callback: (at) => timeOf(Number(at), timeZone),
        },
      },
      y: { ...up, ticks: { ...up.ticks, maxTicksLimit: 4 } },
    },
    plugins: {
      tooltip: {
        ...tip,
        displayColors: false,
        callbacks: {
          title: ([item]) => timeOf(item?.parsed.x ?? 0, timeZone),
          label: ({ parsed }) => strings.point(number(parsed.y ?? 0, 1)),
        },
      },
    },
  };
}
