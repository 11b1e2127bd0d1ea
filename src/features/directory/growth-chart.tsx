/** The bars: chart.js, which is loaded with the chart. The words around it are growth-card.tsx's. */
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
import { directory } from "../../texts/directory";
import { number } from "../../texts/intl";
import type { Totals } from "./types";
import { dayMonth } from "./words";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const { growth: texts } = directory;

/** A canvas knows no custom properties: the tokens as they are in this theme. */
function tokens() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    created: token("--brand"),
    ended: token("--line-strong"),
    grid: token("--line"),
    ink: token("--ink-2"),
    tip: token("--ink"),
    onTip: token("--canvas"),
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** Two bars a day. */
export default function GrowthChart({ days }: { days: Totals["days"] }) {
  // It is in the document, and drawn anew when it changes.
  useTheme();
  const colours = tokens();
  const bars = (of: "created" | "ended", label: string) => ({
    label,
    data: days.map((day) => day[of]),
    backgroundColor: colours[of],
    borderRadius: 4,
    maxBarThickness: 24,
  });
  return (
    <Bar
      aria-hidden="true"
      options={optionsOf(colours)}
      data={{
        labels: days.map(({ day }) => dayMonth(day)),
        datasets: [bars("created", texts.created), bars("ended", texts.ended)],
      }}
    />
  );
}

function optionsOf({
  grid,
  ink,
  tip,
  onTip,
  font,
}: ReturnType<typeof tokens>): ChartOptions<"bar"> {
  const text = { color: ink, font: { family: font, size: 14 } };
  return {
    animation: false,
    maintainAspectRatio: false,
    interaction: { mode: "index", intersect: false },
    scales: {
      x: {
        grid: { display: false },
        border: { display: false },
        ticks: { ...text, maxRotation: 0, autoSkipPadding: 16 },
      },
      y: {
        beginAtZero: true,
        // A platform on which nothing happens has a scale all the same.
        suggestedMax: 4,
        grid: { color: grid },
        border: { display: false },
        ticks: {
          ...text,
          maxTicksLimit: 5,
          precision: 0,
          callback: (value) => number(Number(value)),
        },
      },
    },
    plugins: {
      tooltip: {
        backgroundColor: tip,
        titleColor: onTip,
        bodyColor: onTip,
        bodyFont: { family: font, size: 14 },
        callbacks: {
          label: ({ dataset, parsed }) =>
            `${dataset.label}: ${number(parsed.y ?? 0)}`,
        },
      },
    },
  };
}
