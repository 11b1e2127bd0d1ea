/** The bars. chart.js loads with the chart. The words around it are in growth-card.tsx. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  Tooltip,
  type ChartOptions,
} from "chart.js";
import { Bar } from "react-chartjs-2";
import { useTheme } from "../../lib/theme";
import { directory } from "../../strings/admin/directory";
import { number } from "../../strings/language/intl";
import { chartLook } from "../../lib/chart-look";
import type { Totals } from "./types";
import { dayMonth } from "./words";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const { growth: strings } = directory;

export default function GrowthChart({ days }: { days: Totals["days"] }) {
  // The theme is in the document; this redraws the chart when it changes.
  useTheme();
  const look = chartLook();
  const bars = (of: "created" | "ended", colour: string, label: string) => ({
    label,
    data: days.map((day) => day[of]),
    backgroundColor: look.colour(colour),
    borderRadius: 4,
    maxBarThickness: 24,
  });
  return (
    <Bar
      aria-hidden="true"
      options={optionsOf(look)}
      data={{
        labels: days.map(({ day }) => dayMonth(day)),
        datasets: [
          bars("created", "--color-brand", strings.created),
          bars("ended", "--color-line-strong", strings.ended),
        ],
      }}
    />
  );
}

function optionsOf(props: ReturnType<typeof chartLook>): ChartOptions<"bar"> {
  const { frame, across, up, tip } = props;
  return {
    ...frame,
    scales: {
      x: { ...across, ticks: { ...across.ticks, autoSkipPadding: 16 } },
      // Keeps a scale when all values are zero.
      y: { ...up, suggestedMax: 4 },
    },
    plugins: {
      tooltip: {
        ...tip,
        callbacks: {
          label: ({ dataset, parsed }) =>
            `${dataset.label}: ${number(parsed.y ?? 0)}`,
        },
      },
    },
  };
}
