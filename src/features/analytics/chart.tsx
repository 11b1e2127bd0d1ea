/** The line itself: chart.js, which is loaded with the first chart that is seen. */
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
import { MINUTE_MS } from "../../../convex/model/waitSamples";
import { timeOf } from "../../lib/format";
import { useTheme } from "../../lib/theme";
import { analytics as texts } from "../../texts/analytics";
import { number } from "../../texts/intl";
import type { Point } from "./points";

Chart.register(
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** A canvas knows no custom properties: the tokens as they are in this theme. */
function tokens() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    line: token("--chart"),
    fill: token("--chart-fill"),
    grid: token("--line"),
    ink: token("--ink-2"),
    tip: token("--ink"),
    onTip: token("--canvas"),
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** Times by the business's clock, minutes from zero. The words around it are live-data.tsx's. */
export default function WaitChart({
  points,
  timeZone,
}: {
  points: readonly Point[];
  timeZone: string;
}) {
  // It is in the document, and drawn anew when it changes.
  useTheme();
  const colours = tokens();
  return (
    <Line
      aria-hidden="true"
      options={optionsOf(colours, timeZone)}
      data={{
        datasets: [
          {
            label: texts.series,
            data: points.map(({ at, minutes }) => ({ x: at, y: minutes })),
            borderColor: colours.line,
            backgroundColor: colours.fill,
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

/** So many minutes between two marks, as many as keep them apart. */
const STEPS = [1, 5, 15] as const;
const MOST_MARKS = 5;

function wholeMinutes(from: number, to: number): { value: number }[] {
  const fits = (step: number) => (to - from) / (step * MINUTE_MS) < MOST_MARKS;
  const step = (STEPS.find(fits) ?? 15) * MINUTE_MS;
  const marks: { value: number }[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    marks.push({ value: at });
  }
  return marks;
}

function optionsOf(
  { grid, ink, tip, onTip, font }: ReturnType<typeof tokens>,
  timeZone: string,
): ChartOptions<"line"> {
  const text = { color: ink, font: { family: font, size: 14 } };
  return {
    // Screens move only when the queue moves.
    animation: false,
    maintainAspectRatio: false,
    interaction: { mode: "index", intersect: false },
    scales: {
      x: {
        type: "linear",
        bounds: "data",
        grid: { display: false },
        border: { display: false },
        afterBuildTicks: (axis) => {
          axis.ticks = wholeMinutes(axis.min, axis.max);
        },
        ticks: {
          ...text,
          maxRotation: 0,
          callback: (at) => timeOf(Number(at), timeZone),
        },
      },
      y: {
        beginAtZero: true,
        grid: { color: grid },
        border: { display: false },
        ticks: {
          ...text,
          maxTicksLimit: 4,
          callback: (minutes) => number(Number(minutes)),
          precision: 0,
        },
      },
    },
    plugins: {
      tooltip: {
        displayColors: false,
        backgroundColor: tip,
        titleColor: onTip,
        bodyColor: onTip,
        bodyFont: { family: font, size: 14 },
        callbacks: {
          title: ([item]) => timeOf(item?.parsed.x ?? 0, timeZone),
          label: ({ parsed }) => texts.point(number(parsed.y ?? 0, 1)),
        },
      },
    },
  };
}
