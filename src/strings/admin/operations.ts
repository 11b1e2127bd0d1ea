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
  troubles: "What needs you",
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
    loop: "Late by (99 %)",
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
    caption: "Functions, those that failed first, then the slowest",
    meaning: (calls: string, failed: string) =>
      `Since the start ${calls} calls, of which ${failed} failed. Below are those that failed most, then the slowest.`,
    name: "Function",
    calls: "Calls",
    failed: "Failed",
    p99: "99 %",
    none: "–",
  },
  trouble: {
    serverAway: {
      what: "The server does not report its figures.",
      todo: "See whether /health answers on the machine itself, and restart the product.",
    },
    serverUnwell: {
      what: "The server is not well:",
      todo: "If the disk is full, make room: it then carries on. Otherwise the server's log says more.",
    },
    diskLow: {
      what: (free: string) => `Only ${free} is left on the disk.`,
      todo: "Make room or move to a larger disk, before joins have to be refused.",
    },
    serverSlow: {
      what: (late: string) => `The server answers up to ${late} late.`,
      todo: "See below which functions take long, and whether something else uses the machine.",
    },
    jobsLate: {
      what: (late: string) => `Jobs have been due for ${late}.`,
      todo: "Work is piling up: see below what takes long. If it does not go down, restart the product.",
    },
    clockStopped: {
      what: (time: string) =>
        `What runs every minute has not run since ${time}.`,
      todo: "Restart the product. If that does not help, the server's log says why.",
    },
    alarmsLate: {
      what: (count: string) =>
        `Alarms of calls, bookings and pauses that did not run: ${count}.`,
      todo: "They are set again every five minutes. If this stays, restart the product.",
    },
    tries: (job: string, count: number) =>
      `${job} (${counted(count, { one: "# try", other: "# tries" })})`,
    rows: (job: string, count: number) =>
      `${job} (${counted(count, { one: "# row", other: "# rows" })})`,
    upkeepStopped: {
      what: (jobs: string) => `Parts of the maintenance are stuck: ${jobs}.`,
      todo: "They are tried again within the hour, and the other parts go on. The server's log says why they fail.",
    },
    upkeepPassed: {
      what: (jobs: string) => `The maintenance skips rows that fail: ${jobs}.`,
      todo: "They are tried again within a day, and everything else goes on. The server's log says why they fail.",
    },
    cronsFailing: {
      what: (names: string) =>
        `Scheduled tasks failed in their last run: ${names}.`,
      todo: "They run again at their next time. The server's log says why they failed.",
    },
    mailsLate: {
      what: (late: string) => `E-mails have been waiting for ${late}.`,
      todo: "See whether the mail service works, and whether its key is still valid.",
    },
    textsLate: {
      what: (late: string) => `Texts have been waiting for ${late}.`,
      todo: "See whether Twilio works, and whether the account has credit left.",
    },
    calendarsLate: {
      what: (late: string) =>
        `Bookings have been waiting for ${late} to get into Google calendars.`,
      todo: "They are tried again. If it is all of them, see whether the Google client's secret is still valid.",
    },
    mailsFailed: {
      what: (count: string) =>
        `E-mails that failed in the last hour: ${count}.`,
      todo: "A few are wrong addresses. If there are many, the mail service refuses us: see its log.",
    },
    textsFailed: {
      what: (count: string) => `Texts that failed in the last hour: ${count}.`,
      todo: "A few are wrong numbers. If there are many, Twilio's log says why.",
    },
    callsFailed: {
      what: (count: string) =>
        `Calls that failed since the server started: ${count}.`,
      todo: "The functions are below; the server's log has the places.",
    },
    backupOld: {
      what: (time: string) => `The last backup is from ${time}.`,
      todo: "See why there was none since then.",
    },
    backupUnknown: {
      what: "No backup is known.",
      todo: "Back the data folder up every day, and touch its file last-backup afterwards.",
    },
  },
});
