/** People as bars and their wait as a line. chart.js loads with the first visible chart. */
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
import { number } from "../../strings/language/intl";
import { chartLook } from "../../lib/chart-look";

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

/** `wait` in minutes; null without waits. */
export type Spot = { label: string; people: number; wait: number | null };

const EDGE = "";

type Props = {
  spots: readonly Spot[];
  names: { people: string; wait: string };
};

export default function PeopleChart({ spots, names }: Props) {
  // The theme is in the document; this redraws the chart when it changes.
  useTheme();
  const look = chartLook();
  const [line, edge] = [look.colour("--serving-fg"), look.colour("--surface")];
  const waits = spots.map(({ wait }) => wait);
  const data: ChartData<"bar" | "line", (number | null)[], string> = {
    labels: spots.map(({ label }) => label),
    datasets: [
      {
        type: "line",
        label: names.wait,
        yAxisID: "wait",
        data: waits,
        borderColor: line,
        backgroundColor: line,
        pointBorderColor: edge,
        borderWidth: 2.5,
        pointRadius: spots.length > 40 ? 0 : 4,
        tension: 0.3,
        // A day without waits is a gap in the line.
        spanGaps: false,
      },
      // An edge in the card's colour, so that the line is visible on the bars.
      {
        type: "line",
        label: EDGE,
        yAxisID: "wait",
        data: waits,
        borderColor: edge,
        borderWidth: 6.5,
        pointRadius: 0,
        tension: 0.3,
      },
      {
        type: "bar",
        label: names.people,
        yAxisID: "people",
        data: spots.map(({ people }) => people),
        backgroundColor: look.colour("--brand"),
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
      options={optionsOf(look)}
    />
  );
}

function optionsOf(
  props: ReturnType<typeof chartLook>,
): ChartOptions<"bar" | "line"> {
  const { frame, across, up, tip } = props;
  return {
    ...frame,
    scales: {
      x: { ...across, ticks: { ...across.ticks, autoSkipPadding: 12 } },
      people: { ...up, position: "left" },
      wait: { ...up, position: "right", grid: { display: false } },
    },
    plugins: {
      tooltip: {
        ...tip,
        filter: ({ dataset }) => dataset.label !== EDGE,
        callbacks: {
          label: ({ dataset, parsed }) =>
            `${dataset.label}: ${number(parsed.y ?? 0, Number.isInteger(parsed.y) ? 0 : 1)}`,
        },
      },
    },
  };
}
