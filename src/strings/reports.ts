/** The owner's reports (/reports). */
import { strings } from "./language/language";
import { counting, number, TO } from "./language/intl";

const counted = counting("en");
const served = (people: number) =>
  people === 0
    ? "You served nobody"
    : `You served ${counted(people, { one: "# person", other: "# people" })}`;
/** Of the tables and of the file. */
const headings = {
  day: "Day",
  queue: "Queue",
  joins: "Joined",
  served: "Served",
  noShows: "Didn't come",
  skipped: "Skipped",
  left: "Left",
};

export const reports = strings("reports", {
  title: "Reports",
  loading: "Loading reports...",
  failed: "Unable to load the reports. Please try again later.",
  range: "Days",
  ranges: {
    last: "Last week",
    this: "This week",
    weeks: "Last 4 weeks",
    own: "Choose days",
  },
  /** For a range that a plan does not show. */
  inPro: (range: string) => `${range} (Pro)`,
  from: "From",
  to: "To",
  missingDay: "Choose a first and a last day.",
  wrongOrder: "The first day can't be after the last.",
  tooLong: (days: string) => `Up to ${days} days.`,
  queue: "Queue",
  allQueues: "All Queues",
  deleted: (name: string) => `${name} (deleted)`,
  days: (from: string, to: string) => `${from} to ${to}`,
  ended: (days: string) => `${days}.`,
  untilNow: (from: string) => `${from} until now.`,
  /** What a range is compared with, in a sentence. */
  than: {
    last: () => "the week before",
    this: () => "the same part of last week",
    weeks: () => "the 4 weeks before",
    own: (days: number) =>
      counted(days, { one: "the day before", other: "the # days before" }),
  },
  compared: (than: string) => `Compared with ${than}.`,
  comparedUntil: (than: string) =>
    `Compared with ${than}, until the same hour.`,
  comparedInPro: "Pro shows how this compares with the days before.",
  /** Where no higher plan can be bought. */
  notCompared: "Your plan doesn't include comparisons with the days before.",
  nothingBefore: "Nothing to compare with: the days before are empty.",
  /** For a shop or queue that began in the days before. */
  tooNew: (began: string) =>
    `Nothing to compare with: the first customer came on ${began}.`,
  notShown: "Your plan doesn't include these days.",
  empty: "Nothing happened on these days.",
  emptyMeans:
    "Once someone joins, this page shows how many came, how long they waited and when you're busiest.",
  download: "Download CSV",
  downloading: "Preparing the file...",
  downloadFailed: "We couldn't prepare the file. Please try again.",
  fileName: (from: string, to: string) => `reports ${from} ${to}.csv`,

  headline: {
    served: (people: number) => `${served(people)}.`,
    servedThan: (people: number, by: number, than: string) =>
      by === 0
        ? `${served(people)}, as many as ${than}.`
        : `${served(people)}, ${number(Math.abs(by))} ${by > 0 ? "more" : "fewer"} than ${than}.`,
    waited: (mean: string) => `They waited ${mean} on average.`,
    waitedThan: (mean: string, change: string) =>
      `They waited ${mean} on average, ${change}.`,
  },
  figures: {
    served: "Served",
    mean: "Average wait",
    noShows: "Didn't come",
    kept: "Promised waits kept",
    of: (all: string) => `of ${all}`,
    none: "–",
  },
  change: {
    more: (by: string) => `${by} more`,
    fewer: (by: string) => `${by} fewer`,
    longer: (by: string) => `${by} longer`,
    shorter: (by: string) => `${by} shorter`,
    better: (before: string) => `better than ${before}`,
    worse: (before: string) => `worse than ${before}`,
    same: "as before",
  },
  ofAll: (part: string, all: string) => `${part} of ${all}`,
  hourOfWeek: (weekday: string, hours: string) => `${weekday}s, ${hours}`,
  hourOfDay: (weekday: string, hours: string) => `${weekday}, ${hours}`,
  hours: (from: string, to: string) => `${from} to ${to}`,

  chart: {
    closed: "closed",
    showTable: "Show as table",
    showChart: "Show as chart",
    /** The chart in words. */
    all: (title: string, spots: string) => `${title}: ${spots}.`,
    spot: (name: string, people: string) => `${name} ${people}`,
  },
  notes: {
    most: (wait: string) => `8 in 10 waited less than ${wait}.`,
    busiest: (when: string) => `You were busiest on ${when}.`,
    longest: (when: string, mean: string) =>
      `Waits were longest on ${when}: ${mean} on average.`,
    wholeDays: (days: number) =>
      `For ${counted(days, { one: "# day", other: "# days" })}, only joins are known by the hour.`,
  },
  byDay: "People served by day",
  byWeek: "People served by week",
  byHour: "People joined by hour",
  byWeekday: "People served on a weekday, on average",
  byQueue: "By queue",
  columns: {
    ...headings,
    hour: "Hour",
    weekday: "Weekday",
    perDay: "Served a day",
    mean: "Average wait",
    kept: "Waits kept",
  },

  people: {
    title: "By person",
    meaning:
      "All queues together. A customer counts for the person who called them.",
    none: "Nobody called anyone on these days.",
    person: "Person",
    /** An owner without a name. */
    owner: "The owner",
    calls: "Called",
    service: "Average service",
    download: "Download CSV by person",
    serviceMinutes: "Average service in minutes",
    fileName: (from: string, to: string) => `people ${from} ${to}.csv`,
  },
  own: {
    title: "What you did",
    none: "You didn't call anyone on these days.",
  },

  feedback: {
    title: "Feedback",
    none: "No feedback on these days.",
    great: "Great",
    ok: "OK",
    notGood: "Not good",
    answers: (answers: number) =>
      counted(answers, { one: "# answer", other: "# answers" }),
  },

  lost: {
    title: "Who went away",
    meaning:
      "People who saw your waits on the join page and did not join or book within half an hour, and people who left the line.",
    none: "Nobody looked at the join page on these days.",
    away: (away: string, looks: string) =>
      `${away} of ${looks} visitors went away`,
    told: "Wait shown",
    looks: "Looked",
    went: "Went away",
    left: "Left",
    range: (from: string, to: string) => `${from}${TO}${to} min`,
    over: (from: string) => `${from} min or more`,
    full: "Full",
    noMinutes: "No minutes shown",
    noMinutesMeans:
      "No minutes are shown while the shop is closed, on a break, or before it has called three people.",
    oneMore: (kept: number) =>
      `One more chair would have kept about ${counted(kept, { one: "# person", other: "# people" })}`,
    oneMoreMeans: "They looked at the wait on the join page and went away.",
    would: (away: number, told: string, oneMore: string) =>
      `${number(away)} went away when the wait was about ${told}. With one more chair: ${oneMore}.`,
    kept: (kept: string) => `about ${kept}`,
  },
  pro: {
    title: "Your plan shows the last 7 days",
    text: "Pro compares all days with the ones before, shows who went away and when one more chair pays off, and exports to a spreadsheet.",
    upgrade: (plan: string) => `Upgrade to ${plan}`,
  },
  file: {
    ...headings,
    letter: "Letter",
    waits: "Waits ended by a call",
    mean: "Average wait in minutes",
    removed: "Removed",
    quotes: "Promised waits checked",
    quotesRight: "Promised waits kept",
    great: "Great",
    ok: "OK",
    notGood: "Not good",
  },
});
