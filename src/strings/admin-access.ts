/** Access to the admin portal: its windows, and the page of the platform's admins. */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const adminAccess = strings("adminAccess", {
  prove: {
    password: "Your password",
    code: "Code of your app",
    codeHint: "6 digits, or a recovery code",
    failed: "This could not be checked. Please try again.",
  },
  confirm: {
    title: "Confirm it's you",
    meaning:
      "This cannot be taken back, so it needs your password. It is not asked for again for five minutes.",
    verb: "Confirm",
  },
  ended: {
    title: "Your admin session has ended",
    meaning:
      "It is an hour since you gave your password. Give it once more to go on where you were; nothing on this page is lost.",
    verb: "Go On",
  },
  needed: {
    title: "Set up a second factor",
    meaning:
      "Admins of this server need a second factor. The portal opens as soon as yours is on.",
  },
  security: {
    title: "Admins & Security",
    note: "Who runs this platform, and how you sign in to it.",
    admins: "Admins",
    you: "You",
    since: (day: string) => `Since ${day}`,
    grantedBy: (email: string) => `Granted by ${email}`,
    fromServer: "Made on the server",
    waits:
      "Not an admin yet: they first have to confirm their address in Profile Settings, or set a new password with 'Forgot your password?'.",
    withFactor: "Second factor on",
    withoutFactor: "No second factor",
    count: (count: number) =>
      counted(count, { one: "# admin", other: "# admins" }),
    grant: "Grant Admin Access",
    grantMeaning:
      "The account has to exist. Its owner keeps their own business and signs in here with the same password.",
    email: "E-mail address of the account",
    granted: "Admin access granted",
    grantWaits: "They become an admin once they confirm their address.",
    grantFailed: "Failed to grant admin access",
    revoke: "Take Access Away",
    revokeOf: (email: string) => `Take access away from ${email}`,
    revokeTitle: (email: string) => `Take admin access away from ${email}?`,
    revokeQuestion:
      "Their open pages go dark at once. Their account and their business stay.",
    revokeOwn:
      "Your own open pages go dark at once. Another admin can grant it to you again.",
    revoked: "Admin access taken away",
    revokeFailed: "Failed to take admin access away",
  },
});
