/** The owner's reports (/reports). */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const reports = strings("reports", {
  title: "Reports",
  back: "Back to Dashboard",
  loading: "Loading reports...",
  failed: "Unable to load the reports. Please try again later.",
  range: "Days",
  ranges: {
    today: "Today",
    "7": "Last 7 days",
    "30": "Last 30 days",
    "90": "Last 90 days",
    own: "Own days",
  },
  /** For a range that a plan does not show. */
  inPro: (range: string) => `${range} (Pro)`,
  from: "From",
  to: "To",
  missingDay: "Choose the first day and the last.",
  wrongOrder: "The first day must not be after the last.",
  tooLong: (days: string) => `At most ${days} days.`,
  queue: "Queue",
  allQueues: "All Queues",
  deleted: (name: string) => `${name} (deleted)`,
  days: (from: string, to: string) => `${from} to ${to}`,
  comparedWith: (days: string) => `Compared with ${days}.`,
  comparedWithDay: (day: string) => `Compared with the whole day of ${day}.`,
  comparedInPro: "Comparing with the days before is part of Pro.",
  /** Where no higher plan can be bought. */
  notCompared: "Your plan does not compare with the days before.",
  nothingBefore: "Nothing to compare with: the days before are empty.",
  empty: "Nothing happened on these days.",
  emptyMeans:
    "As soon as somebody joins, this page says how many came, how long they waited and when you are busiest.",
  download: "Download CSV",
  downloading: "Making the file...",
  downloadFailed: "The file could not be made. Please try again.",
  fileName: (from: string, to: string) => `reports ${from} ${to}.csv`,

  headline: {
    came: (joined: number, served: number) =>
      `${counted(joined, { one: "# person joined", other: "# people joined" })}, ${counted(served, { one: "# was served", other: "# were served" })}.`,
    waited: (mean: string) => `They waited ${mean} on average.`,
    busiest: (when: string) => `You were busiest on ${when}.`,
    busiestHour: (hour: string) => `You were busiest from ${hour}.`,
    longest: (when: string, mean: string) =>
      `Waits were longest on ${when}: ${mean} on average.`,
  },
  hourOfWeek: (weekday: string, hours: string) => `${weekday}s, ${hours}`,
  hours: (from: string, to: string) => `${from} to ${to}`,

  figures: {
    title: "In figures",
    joins: "Joined",
    served: "Served",
    mean: "Average wait",
    most: "8 in 10 waited at most",
    noShows: "No-shows",
    left: "Left the line",
    skipped: "Skipped",
    kept: "Promised waits kept",
    ofChecked: (right: string, checked: string) => `${right} of ${checked}`,
    more: (change: string) => `${change} more`,
    less: (change: string) => `${change} less`,
    same: "as before",
    points: (points: string) => `${points} points`,
    none: "–",
    overMost: (minutes: string) => `over ${minutes} min`,
  },

  chart: {
    people: "People joined",
    wait: "Average wait (min)",
    perDay: "People joined per day",
    notDrawn: "Unable to load chart. Please try refreshing.",
    initializing: "Initializing chart...",
    showTable: "Show as table",
    showChart: "Show as chart",
    /** The chart in words. */
    most: (title: string, when: string, people: string) =>
      `${title}: most people ${when}, ${people}.`,
    wholeDays: (days: number) =>
      `Of ${counted(days, { one: "# day", other: "# days" })} from before this was counted only joins are known by the hour.`,
  },
  byDay: "By day",
  byHour: "By hour",
  byWeekday: "By weekday",
  byQueue: "By queue",
  columns: {
    day: "Day",
    hour: "Hour",
    weekday: "Weekday",
    queue: "Queue",
    joins: "Joined",
    served: "Served",
    mean: "Avg wait",
    noShows: "No-shows",
    skipped: "Skipped",
    left: "Left",
    kept: "Waits kept",
  },

  feedback: {
    title: "Feedback",
    none: "Nobody has said how it was.",
    great: "Great",
    ok: "OK",
    notGood: "Not good",
    answers: (answers: number) =>
      counted(answers, { one: "# answer", other: "# answers" }),
  },

  lost: {
    title: "Lost customers",
    meaning:
      "People who saw your waits on the join page and did not join or book within half an hour, and people who left the line.",
    none: "Nobody has looked at the join page on these days.",
    away: (away: string, looks: string) =>
      `${away} of ${looks} visitors went away`,
    left: (left: number) =>
      counted(left, {
        one: "# person left the line",
        other: "# people left the line",
      }),
    told: "Wait shown",
    looks: "Looked",
    went: "Went away",
    leftLine: "Left the line",
    range: (from: string, to: string) => `${from}–${to} min`,
    over: (from: string) => `${from} min and more`,
    full: "Full",
    noMinutes: "No minutes shown",
    noMinutesMeans:
      "No minutes are shown while the shop is closed, on a break, or before it has called three people.",
    oneMore: "One more chair would have kept",
    keepsNobody:
      "There is no hour in which one more chair would clearly have kept somebody.",
    would: (away: number, told: string, oneMore: string) =>
      `${counted(away, { one: "# went away", other: "# went away" })} at about ${told}. With one more chair: about ${oneMore}.`,
    kept: (kept: string) => `about ${kept}`,
    how: "By the same estimate that your customers see, and by how many of your visitors join at such a wait.",
  },
  pro: {
    title: "Your plan shows the last 7 days",
    text: "Pro compares all days with the ones before, shows lost customers and when one more chair pays, and has a file for your spreadsheet.",
    upgrade: (plan: string) => `Upgrade to ${plan}`,
  },
  file: {
    day: "Day",
    letter: "Letter",
    queue: "Queue",
    joins: "Joined",
    waits: "Waits ended by a call",
    mean: "Average wait in minutes",
    served: "Served",
    noShows: "No-shows",
    skipped: "Skipped",
    left: "Left",
    removed: "Removed",
    quotes: "Promised waits checked",
    quotesRight: "Promised waits kept",
    great: "Great",
    ok: "OK",
    notGood: "Not good",
  },
});
