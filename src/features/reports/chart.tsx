/** People as bars and their wait as a line: chart.js, which is loaded with the first chart that is seen. The words around it are chart-card.tsx's. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartData,
  type ChartOptions,
} from "chart.js";
import { Chart } from "react-chartjs-2";
import { useTheme } from "../../lib/theme";
import { number } from "../../texts/intl";

ChartJs.register(
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** One place on the axis. `wait` in minutes; null where nobody waited. */
export type Spot = { label: string; people: number; wait: number | null };

/** Not told in words. */
const EDGE = "";

type Props = {
  spots: readonly Spot[];
  names: { people: string; wait: string };
};

/** A canvas knows no custom properties: the tokens as they are in this theme. */
function tokens() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    bar: token("--brand"),
    line: token("--serving-fg"),
    grid: token("--line"),
    ink: token("--ink-2"),
    tip: token("--ink"),
    onTip: token("--canvas"),
    surface: token("--surface"),
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** Two axes: people on the left, minutes on the right. */
export default function PeopleChart({ spots, names }: Props) {
  // It is in the document, and drawn anew when it changes.
  useTheme();
  const colours = tokens();
  const waits = spots.map(({ wait }) => wait);
  const data: ChartData<"bar" | "line", (number | null)[], string> = {
    labels: spots.map(({ label }) => label),
    datasets: [
      {
        type: "line",
        label: names.wait,
        yAxisID: "wait",
        data: waits,
        borderColor: colours.line,
        backgroundColor: colours.line,
        pointBorderColor: colours.surface,
        borderWidth: 2.5,
        pointRadius: spots.length > 40 ? 0 : 4,
        tension: 0.3,
        // A day on which nobody waited is a gap, and not a way between others.
        spanGaps: false,
      },
      // An edge of the card's colour, so that the line is seen on the bars.
      {
        type: "line",
        label: EDGE,
        yAxisID: "wait",
        data: waits,
        borderColor: colours.surface,
        borderWidth: 6.5,
        pointRadius: 0,
        tension: 0.3,
      },
      {
        type: "bar",
        label: names.people,
        yAxisID: "people",
        data: spots.map(({ people }) => people),
        backgroundColor: colours.bar,
        borderRadius: 4,
        maxBarThickness: 44,
      },
    ],
  };
  return (
    <Chart
      type="bar"
      aria-hidden="true"
      data={data}
      options={optionsOf(colours)}
    />
  );
}

function optionsOf({
  grid,
  ink,
  tip,
  onTip,
  font,
}: ReturnType<typeof tokens>): ChartOptions<"bar" | "line"> {
  const text = { color: ink, font: { family: font, size: 14 } };
  const axis = {
    beginAtZero: true,
    border: { display: false },
    ticks: {
      ...text,
      maxTicksLimit: 5,
      precision: 0,
      callback: (value: string | number) => number(Number(value)),
    },
  };
  return {
    animation: false,
    maintainAspectRatio: false,
    interaction: { mode: "index", intersect: false },
    scales: {
      x: {
        grid: { display: false },
        border: { display: false },
        ticks: { ...text, maxRotation: 0, autoSkipPadding: 12 },
      },
      people: { ...axis, position: "left", grid: { color: grid } },
      wait: { ...axis, position: "right", grid: { display: false } },
    },
    plugins: {
      tooltip: {
        filter: ({ dataset }) => dataset.label !== EDGE,
        backgroundColor: tip,
        titleColor: onTip,
        bodyColor: onTip,
        bodyFont: { family: font, size: 14 },
        callbacks: {
          label: ({ dataset, parsed }) =>
            `${dataset.label}: ${number(parsed.y ?? 0, Number.isInteger(parsed.y) ? 0 : 1)}`,
        },
      },
    },
  };
}
