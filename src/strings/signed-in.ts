/** Strings for signed-in users on any screen: the gate before the dashboard, an account without a shop, the logout. */
import { strings } from "./language/language";

export const signedIn = strings("signedIn", {
  dashboard: "Dashboard",
  /** In place of the profile for staff. */
  ownAccount: "Your account",
  manageBilling: "Manage billing",
  payBill: "Pay open bill",
  /** After a sentence that the bank wants a payment confirmed. */
  confirmAtBank: "Confirm with your bank",
  gate: {
    "checking-auth": "Verifying your account...",
    "checking-business": "Verifying your account...",
    "fixing-profile": "Setting up your business profile...",
    "checking-subscription": "Checking your subscription...",
  },
  /** Around the e-mail address. */
  signedInAs: ["You are logged in as", "."],
  /** Admins have an account without a shop. */
  noBusiness: "This account has no business",
  /** For managers and staff, who can change neither. */
  closed: {
    noPlan: (shop: string) => `${shop} has no plan right now. Ask the owner.`,
    notSetUp: (shop: string) => `${shop} isn't set up yet. Ask the owner.`,
  },
  noLongerAt: (shop: string) => `You no longer work at ${shop}`,
  /** A business for an account without one, named after its e-mail address. */
  noName: "My Business",
  nameOf: (owner: string) => `${owner}'s Business`,
  profileMade: "Your business profile has been set up",
  profileNotFixed: (reason: string) => `Couldn't fix profile: ${reason}`,
  profileNeedsSetup:
    "Could not set up your business profile automatically. Please try the manual setup.",
  profileNotChecked:
    "Error checking your business profile. Please try refreshing the page.",
  profileIncomplete:
    "Could not create business profile: missing required information",
  httpError: (status: number) => `HTTP error ${status}`,
  loggedOut: "Logged out successfully",
  logOutFailed: "Failed to log out",
  loggingOut: "Logging out...",
  loggedOutHere:
    "Logged out on this device. We'll tell the server when you're back online.",
  logOut: "Logout",
  /** In its place on the shop's tablet. */
  changePerson: "Switch person",
  /** On a phone, where the button is beside the tabs. */
  logOutAsked: {
    title: "Log out on this phone?",
    meaning: "Your queues stay open. You'll need your password to log back in.",
    stay: "Stay",
    verb: "Log out",
  },
  storageBlocked: {
    title: "Storage is blocked",
    text: (host: string) =>
      `Your browser is blocking storage for this page. Allow cookies for ${host}, then reload the page.`,
  },
});
