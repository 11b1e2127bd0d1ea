/** The shared look of all charts in the current theme: axes, lines, tooltip. Each chart loads chart.js itself. */
import { number } from "../strings/language/intl";

/** Parts of chart.js's options. Call it while drawing: a canvas knows no custom properties. */
export function chartLook() {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const font = { family: getComputedStyle(document.body).fontFamily, size: 14 };
  const text = { color: colour("--ink-2"), font };
  const plain = { grid: { display: false }, border: { display: false } };
  return {
    /** The colour of a token, such as "--brand". */
    colour,
    frame: {
      // Screens move only when their data does.
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false },
    },
    /** The axis of days, hours, times. */
    across: { ...plain, ticks: { ...text, maxRotation: 0 } },
    /** An axis of whole numbers from zero. */
    up: {
      ...plain,
      beginAtZero: true,
      grid: { color: colour("--line") },
      ticks: {
        ...text,
        maxTicksLimit: 5,
        precision: 0,
        callback: (value: string | number) => number(Number(value)),
      },
    },
    tip: {
      backgroundColor: colour("--ink"),
      titleColor: colour("--canvas"),
      bodyColor: colour("--canvas"),
      bodyFont: font,
    },
  } as const;
}
