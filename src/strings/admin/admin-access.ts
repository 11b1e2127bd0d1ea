/** Access to the admin portal: its windows, and the page of the platform's admins. */
import { strings } from "../language/language";
import { counting } from "../language/intl";

const counted = counting("en");

export const adminAccess = strings("adminAccess", {
  prove: {
    password: "Your password",
    code: "Code from your app",
    codeHint: "6 digits, or a recovery code",
    failed: "We couldn't check this. Please try again.",
  },
  confirm: {
    title: "Confirm it's you",
    meaning:
      "This cannot be undone, so it needs your password. You won't be asked again for five minutes.",
    verb: "Confirm",
  },
  ended: {
    title: "Your admin session has ended",
    meaning:
      "You entered your password an hour ago. Enter it again to continue; nothing on this page is lost.",
    verb: "Continue",
  },
  needed: {
    title: "Set up a log-in code",
    meaning:
      "Admins of this server need a log-in code. The portal opens as soon as yours is on.",
  },
  security: {
    title: "Admins and security",
    note: "Who runs this platform, and how you log in to it.",
    admins: "Admins",
    you: "You",
    since: (day: string) => `Since ${day}`,
    grantedBy: (email: string) => `Granted by ${email}`,
    fromServer: "Added on the server",
    waits:
      "Not an admin yet: they first have to confirm their address in Profile Settings, or set a new password with 'Forgot your password?'.",
    withFactor: "Log-in code on",
    withoutFactor: "No log-in code",
    count: (count: number) =>
      counted(count, { one: "# admin", other: "# admins" }),
    grant: "Grant admin access",
    grantMeaning:
      "The account must already exist. Its owner keeps their business and logs in here with the same password.",
    email: "E-mail address of the account",
    granted: "Admin access granted",
    grantWaits: "They become an admin once they confirm their address.",
    grantFailed: "Failed to grant admin access",
    revoke: "Revoke access",
    revokeOf: (email: string) => `Revoke access for ${email}`,
    revokeTitle: (email: string) => `Revoke ${email}'s admin access?`,
    revokeQuestion:
      "They lose access right away. Their account and business stay.",
    revokeOwn:
      "You lose access right away. Another admin can grant it to you again.",
    revoked: "Admin access revoked",
    revokeFailed: "Failed to revoke admin access",
  },
});
