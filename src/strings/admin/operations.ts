/** The state of the platform, for admins (/admin/operations). */
import { strings } from "../language/language";
import { counting } from "../language/intl";

const counted = counting("en");

export const operations = strings("operations", {
  menu: "Operations",
  title: "Operations",
  asOf: (time: string) => `As of ${time}`,
  refresh: "Refresh",
  refreshing: "Refreshing...",
  loading: "Loading...",
  failed:
    "The figures could not be loaded. Please check your connection and try again.",
  tryAgain: "Try Again",
  troubles: "Needs attention",
  well: "All is well.",
  now: {
    waiting: "Waiting",
    waitingMeaning: "in all queues",
    served: "Served",
    servedMeaning: "today",
    open: "Open pages",
    openMeaning: "right now",
    unknown: "–",
  },
  work: {
    title: "Messages and calendars",
    caption: "What is waiting to be sent, and what has failed",
    kind: "Kind",
    waiting: "Waiting",
    late: "Longest",
    failed: "Failed",
    meaning:
      "Failed: in the last hour; for calendars, those that will be tried again.",
    mails: "E-mails",
    texts: "Texts",
    calendars: "Calendars",
    none: "–",
    most: (count: string) => `${count}+`,
  },
  server: {
    title: "Server",
    started: "Running since",
    backup: "Last backup",
    noBackup: "None known",
    free: "Free disk space",
    ofSize: (free: string, size: string) => `${free} of ${size}`,
    database: "Database",
    memory: "Memory",
    loop: "Lag (99%)",
    jobs: "Jobs due",
    mutations: "Changes waiting",
    actions: "Actions running",
    subscriptions: "Live queries",
    elsewhere:
      "This server runs on Convex: its figures are on the deployment's dashboard.",
    dashboard: "Open the Convex dashboard",
    away: "The server has not reported its figures.",
  },
  functions: {
    title: "Functions",
    caption: "Functions, most failures first, then the slowest",
    meaning: (calls: string, failed: string) =>
      `${calls} calls since the start, ${failed} failed. Most failures first, then the slowest.`,
    name: "Function",
    calls: "Calls",
    failed: "Failed",
    p99: "99%",
    none: "–",
  },
  trouble: {
    serverAway: {
      what: "The server isn't reporting its figures.",
      todo: "Check whether /health answers on the machine itself, then restart the product.",
    },
    serverUnwell: {
      what: "The server is unhealthy:",
      todo: "If the disk is full, free some space and it recovers. Otherwise, check the server's log.",
    },
    diskLow: {
      what: (free: string) => `Only ${free} is left on the disk.`,
      todo: "Free some space or move to a larger disk before joins are refused.",
    },
    serverSlow: {
      what: (late: string) => `The server answers up to ${late} late.`,
      todo: "Check below which functions are slow, and whether something else is using the machine.",
    },
    jobsLate: {
      what: (late: string) => `Jobs have been due for ${late}.`,
      todo: "Work is piling up: check below what is slow. If it doesn't clear, restart the product.",
    },
    clockStopped: {
      what: (time: string) =>
        `The every-minute tasks haven't run since ${time}.`,
      todo: "Restart the product. If that doesn't help, the server's log says why.",
    },
    alarmsLate: {
      what: (count: string) =>
        `Alarms for calls, bookings and pauses that didn't run: ${count}.`,
      todo: "They are set again every five minutes. If this doesn't clear, restart the product.",
    },
    tries: (job: string, count: number) =>
      `${job} (${counted(count, { one: "# try", other: "# tries" })})`,
    rows: (job: string, count: number) =>
      `${job} (${counted(count, { one: "# row", other: "# rows" })})`,
    upkeepStopped: {
      what: (jobs: string) => `Maintenance jobs are stuck: ${jobs}.`,
      todo: "They're retried within the hour, and the other jobs keep running. The server's log says why they fail.",
    },
    upkeepPassed: {
      what: (jobs: string) =>
        `Maintenance is skipping rows that fail: ${jobs}.`,
      todo: "They're retried within a day, and everything else keeps running. The server's log says why they fail.",
    },
    cronsFailing: {
      what: (names: string) =>
        `Scheduled tasks failed on their last run: ${names}.`,
      todo: "They run again at their next time. The server's log says why they failed.",
    },
    mailsLate: {
      what: (late: string) => `E-mails have been waiting for ${late}.`,
      todo: "Check whether the mail service works and its key is still valid.",
    },
    textsLate: {
      what: (late: string) => `Texts have been waiting for ${late}.`,
      todo: "Check whether Twilio works and the account has credit left.",
    },
    calendarsLate: {
      what: (late: string) =>
        `Bookings have been waiting for ${late} to get into Google calendars.`,
      todo: "They're retried. If all of them are stuck, check whether the Google client's secret is still valid.",
    },
    mailsFailed: {
      what: (count: string) =>
        `E-mails that failed in the last hour: ${count}.`,
      todo: "A few will be wrong addresses. If there are many, the mail service is refusing us: check its log.",
    },
    textsFailed: {
      what: (count: string) => `Texts that failed in the last hour: ${count}.`,
      todo: "A few will be wrong numbers. If there are many, Twilio's log says why.",
    },
    callsFailed: {
      what: (count: string) =>
        `Calls that failed since the server started: ${count}.`,
      todo: "The functions are listed below; the server's log has the details.",
    },
    backupOld: {
      what: (time: string) => `The last backup is from ${time}.`,
      todo: "Find out why there has been none since.",
    },
    backupUnknown: {
      what: "No backup is known.",
      todo: "Back up the data folder every day, then touch its file last-backup.",
    },
  },
});
