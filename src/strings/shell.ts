/** The header and the menu around every page of an owner, and a phone's Manage. */
import { strings } from "./language/language";
import { counting, number } from "./language/intl";

const counted = counting("en");

export const shell = strings("shell", {
  demo: "Demo",
  /** Replaces a plan's name where no plan is paid for. */
  onThisServer: "On this server",
  lightMode: "Light Mode",
  darkMode: "Dark Mode",
  /** Before the time. */
  offlineAsOf: "Offline · as of",
  connecting: "Connecting",

  menu: "Menu",
  openMenu: "Open the menu",
  narrow: "Collapse the menu",
  wide: "Expand the menu",
  groups: { counter: "Counter", numbers: "Numbers", shop: "Shop" },
  manageQueues: "Manage Queues",
  queueAnalytics: "Queue Analytics",
  queueStatus: "Queue Status",
  reports: "Reports",
  sms: "SMS Settings",
  calendar: "Calendar Settings",
  profile: "Profile Settings",
  team: "Team",
  posters: "Posters & TV",
  billing: "Billing & support",
  /** The same page for managers, who have no bill. */
  support: "Support",
  /** Answers of support, after the name of the entry. */
  unread: (count: number) =>
    counted(count, { one: "# unread", other: "# unread" }),
  upgradeTo: (plan: string) => `Upgrade to ${plan}`,

  overview: "Overview",
  queue: "Queue",
  manage: "Manage",
  /** In its place for staff. */
  account: "Account",
  backToManage: "Back to Manage",
  rows: {
    messages: "Queues and messages",
    rare: "Once in a while",
    used: (count: number, of: number) => `${number(count)} of ${number(of)}`,
    connected: "Connected",
    notConnected: "Not connected",
  },
  signOut: {
    verb: "Sign out everywhere",
    question: "Sign out everywhere?",
    meaning:
      "This signs out every browser and device, including this one. Your queues and the people in them stay as they are.",
    done: "You are signed out everywhere.",
  },
});
