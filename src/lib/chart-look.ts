/** The shared look of all charts in the current theme: axes, lines, tooltip. Each chart loads chart.js itself. */
import { number } from "../strings/language/intl";

export function chartLook() {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const font = { family: getComputedStyle(document.body).fontFamily, size: 14 };
  const text = { color: colour("--color-ink-2"), font };
  const plain = { grid: { display: false }, border: { display: false } };
  return {
    colour,
    frame: {
      // Screens move only when their data does.
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false },
    },
    across: { ...plain, ticks: { ...text, maxRotation: 0 } },
    up: {
      ...plain,
      beginAtZero: true,
      grid: { color: colour("--color-line") },
      ticks: {
        ...text,
        maxTicksLimit: 5,
        precision: 0,
        callback: (value: string | number) => number(Number(value)),
      },
    },
    tip: {
      backgroundColor: colour("--color-ink"),
      titleColor: colour("--color-canvas"),
      bodyColor: colour("--color-canvas"),
      bodyFont: font,
    },
  } as const;
}
