/** 'Queue Analytics' on the dashboard. The sentences come from the specification. */
import { strings } from "./language/language";
export const analytics = strings("analytics", {
  title: "Live Data",
  series: "Average Wait Time (min)",
  lastHour: (series: string) => `${series}, last 60 minutes`,
  point: (minutes: string) => `Avg wait: ${minutes} min`,
  initializing: "Initializing chart...",
  waiting: "Waiting for data...",
  notDrawn: "Unable to load chart. Please try refreshing.",
  notLoaded: "Unable to load analytics chart. Please try again later.",
  /** The chart in words. */
  summary: (
    first: { minutes: string; time: string },
    most: { minutes: string; time: string },
    now: string,
  ) =>
    `Average wait: ${first.minutes} min at ${first.time}, up to ${most.minutes} min at ${most.time}, ${now} min now.`,
  showTable: "Show as table",
  showChart: "Show as chart",
  time: "Time",
});
