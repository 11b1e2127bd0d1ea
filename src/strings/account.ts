/** Sign-up, log-in and a forgotten password. */
import { strings } from "./language/language";
import { number } from "./language/intl";
import {
  MIN_PASSWORD,
  type PasswordPart,
} from "../../convex/base/rules/password";

export const account = strings("account", {
  signUp: {
    title: "Join Yourturn",
    haveAccount: "Already have an account?",
    logIn: "Log in",
    closed: "This server isn't open to new shops yet.",
    closedText: "Its operator needs to finish setting it up first.",
    businessName: "Business name",
    email: "E-mail",
    listed:
      "New shops join by invitation: use the address you were invited with.",
    password: "Password",
    about: "Create an account for your shop.",
    selectPlan: "Select plan",
    planHint: "US dollars per month, tax not included. Cancel anytime.",
    /** One text in two lines, with a dash between them. */
    planOption: [
      (plan: string, price: string) => `${plan} (${price}/mo)`,
      (queues: number) => `Max ${number(queues)} queues`,
    ] as const,
    createAndPay: "Create Account & Pay Now",
    create: "Create Account",
    busy: "Creating Account...",
    busyPaying: "Setting Up Payment...",
    /** Two sentences around two links. */
    agree: {
      before: "By signing up, you agree to our",
      terms: "terms",
      between: ". Our",
      privacy: "privacy page",
      after: "says what we keep.",
    },
    /** One sentence around two links. */
    known: {
      before: "If you already have an account,",
      logIn: "log in",
      between: "or",
      reset: "reset your password",
      after: ".",
    },
  },
  endedElsewhere:
    "You've been logged out: from another tab or device, after a password change, or after a long time away.",
  /** To a manager or a member of staff whose account was deleted with their place in the shop. */
  offTeam: (shop: string) =>
    `You no longer work at ${shop}, so your account was deleted.`,
  tabletEnded: "This tablet no longer belongs to a shop.",
  pairAgain: "Pair it again",
  welcomeBack: "Welcome back! Redirecting to setup your account.",
  resetRequested:
    "If this address has an account, we've sent it a code. It works for 10 minutes.",
  noUserAfterSignUp: "User account could not be created",
  logInTitle: "Log In to Your Account",
  logIn: "Log In",
  loggingIn: "Logging In...",
  email: "E-mail",
  password: "Password",
  enterPassword: "Enter your password",
  newHere: "New here?",
  /** The second step of logging in, with a log-in code. */
  codeStep: {
    title: "Enter your code",
    meaning:
      "Your password is correct. Now enter the 6 digits from your authenticator app, or one of your recovery codes.",
    enter: "Enter the code from your app",
    back: "Back to e-mail and password",
  },
  appCode: "Code from your app",
  create: "Create an account",
  slow: "Authentication is taking too long. You can wait a little longer.",
  unreachable: {
    signIn:
      "Login is unavailable: the authentication service cannot be reached right now. Check your connection and try again.",
    signUp:
      "Signup is unavailable: the authentication service cannot be reached right now. Check your connection and try again.",
    invited:
      "Joining is unavailable: the authentication service cannot be reached right now. Check your connection and try again.",
    tablet:
      "Pairing is unavailable: the authentication service cannot be reached right now. Check your connection and try again.",
    reset:
      "Password reset is unavailable: the authentication service cannot be reached right now. Check your connection and try again.",
  },
  notSent:
    "You're offline, so nothing was sent. Please try again when you're back online.",
  forgot: "Forgot your password?",
  setNew: "Set a new password",
  remembered: "Remembered it?",
  enterEmail:
    "Enter your account's e-mail address. We'll send you a code to set a new password.",
  sendCode: "Send code",
  sending: "Sending...",
  haveCode: "I have a code",
  mailStandIn:
    "E-mails from here go to a stand-in, so nothing is really sent. Find the code in its outbox, at the address the server printed when it started.",
  code: "Code",
  codeHint: "8 digits",
  enterCode: "Enter the code from the e-mail",
  newPassword: {
    label: "New password",
    parts: {
      length: `at least ${number(MIN_PASSWORD)} characters`,
      lower: "a lowercase letter",
      upper: "an uppercase letter",
      digit: "a number",
      special: "a special character",
    } satisfies Record<PasswordPart, string>,
    /** Spoken while typing. */
    missing: (parts: string) => `Still missing: ${parts}.`,
    met: "The password has everything it needs.",
  },
  setPassword: "Set new password",
  saving: "Saving...",
  passwordChanged:
    "Your password has been changed. Other devices are logged out. If you own the shop, its calendars, Twilio account and tablets are disconnected too.",
  sendAnother: "Send another code",
  sentAnother:
    "If this address has an account, we've sent it another code. Only the newest one works.",
});
