/** What the owner of a business reads: wizard, desk, queues, plan and bills. */
export const owners = {
  dashboard: "Dashboard",
  demo: "Demo",
  /** The places of the dashboard, in the sidebar and in a phone's bar. */
  places: {
    navigation: "Dashboard sections",
    collapse: "Collapse sidebar",
    expand: "Expand sidebar",
    overview: "Overview",
    queue: "Queue",
    manage: "Manage",
    manageQueues: "Manage Queues",
    queueStatus: "Queue Status",
    publicJoin: "Public Join",
    logOut: "Logout",
    lightMode: "Light Mode",
    darkMode: "Dark Mode",
  },
  plan: {
    title: "Plan",
    limits: (plan: string, queues: number, people: number) =>
      `${plan}: up to ${queues} queues with ${people} people each.`,
    upgradeTo: (plan: string) => `Upgrade to ${plan}`,
    manageBilling: "Manage Billing",
    invoices: "Invoices",
    /** In place of a plan's name where no plan is paid for. */
    onThisServer: "On this server",
  },
  account: {
    title: "Account",
    /** Around the e-mail address. */
    signedInAs: ["You are signed in as", "."],
    signOutEverywhere: "Sign Out Everywhere",
    signOutQuestion: "Sign out everywhere?",
    signOutMeaning:
      "Every browser and device that is signed in to this account is signed out, this one too. Your queues and the people in them stay as they are.",
    signedOutEverywhere: "You are signed out everywhere.",
  },
  gate: {
    "checking-auth": "Verifying your account...",
    "checking-business": "Verifying your account...",
    "fixing-profile": "Setting up your business profile...",
    "checking-subscription": "Checking your subscription...",
  },
  unsent: (actions: number) =>
    `${actions === 1 ? "1 action is" : `${actions} actions are`} waiting to be sent. Keep this page open.`,
  sharing: {
    title: "Public Join URL",
    share: "Share Link",
    thisMachineOnly:
      "This address works on this computer only. For a phone, open the dashboard under the network address that the server shows when it starts.",
    code: (url: string) => `QR code: ${url}`,
    description: "Anyone with this link can join your queues.",
    copy: "Copy Join Link",
    copied: "Public Join URL copied to clipboard!",
    copyByHand: "Press Ctrl+C to copy the link.",
  },
} as const;
