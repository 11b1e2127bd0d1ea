/** What people read who have no account or are not signed in: front page, sign-up, log-in, payment on the way in. */
import type {
  CommonRefusal,
  VisitorRefusal,
} from "../../../convex/model/refusals";
import { counting } from "../intl";
import type { RefusalTexts } from "../refusal-text";
import type { Plan, PlanFeature } from "../../../convex/model/plans";

const counted = counting("en");

type Limits = { queueLimit: number; peoplePerQueue: number };

export const visitors = {
  landing: {
    title: "Yourturn · The easiest way to organise walk-ins and bookings",
    home: "Yourturn, home",
    mainNavigation: "Main",
    menu: "Main menu",
    openMenu: "Open menu",
    closeMenu: "Close menu",
    footerNavigation: "Footer",
    homeLink: "Home",
    logIn: "Log in",
    getStarted: "Get Started",
    scrollToTop: "Scroll to top",
    /** The headline in three parts; the middle one is never broken. */
    headline: ["The Easiest Way to Organise", "Walk-ins", "and Bookings"],
    promise:
      "Customers scan a code, see their place on their own phone, and come when it rings. You press one button.",
    viewPricing: "View Pricing",
    seeHow: "See How It Works",
    trusted: "Trusted by over 100 businesses.",
    noApp: "No app for your customers.",
    picture: {
      label:
        "The shop presses Call Next: one phone turns green and says You've Been Called, another shows position 4 in the line",
      shop: "Fade & Fortune",
      callNext: "Call Next",
      next: "#44 Theodora",
      called: ["You've Been", "Called!"],
      queue: "Walk-in cuts",
      joined: "You're in the queue!",
      position: "Your position",
      wait: "about 25–40 min",
    },
    howItWorks: "How It Works",
    tiles: {
      setUp: {
        title: "Set up in minutes",
        text: "Create an account, name your queues, show the code. No hardware.",
      },
      code: {
        title: "A QR code for your door",
        text: "One code or link for all your queues and services.",
      },
      scan: {
        title: "Customers join by scanning",
        text: "No app, no account. A name is optional.",
      },
      alerts: {
        title: "Automated alerts",
        text: "Phones ring and vibrate when it is their turn.",
      },
      figures: {
        title: "Real-time figures",
        text: "How many wait, how long, and your busiest hour, live.",
      },
      waits: {
        title: "Honest waiting times",
        text: "Everyone sees their place and a range, never a false minute.",
      },
      queues: {
        title: "Several queues at once",
        text: "One for each service or chair. Open and close them as you like.",
      },
      undo: {
        title: "Nothing goes wrong for long",
        text: "Called the wrong person? Undo, and everyone is back in place.",
      },
    },
    contact: "Contact",
    answered: "We answer email within 24 hours.",
    call: "Schedule a Call",
    email: "Email Us",
  },
  pricing: {
    title: "Pricing",
    about: "Prices in US dollars per month, tax not included.",
    popular: "Popular",
    byAgreement: "Custom",
    aMonth: "/mo",
    processing: "Processing",
    choose: (plan: string) => `Get ${plan}`,
    contactSales: "Contact Sales",
  },
  plans: {
    forWhom: {
      starter: "For one chair or a small shop",
      pro: "For a busy shop",
      enterprise: "For several sites",
    } satisfies Record<Plan, string>,
    /** What a plan promises, a line each; its limits are put in. */
    features: {
      queues: ({ queueLimit }: Limits) => `Up to ${queueLimit} queues`,
      unlimitedQueues: () => "Unlimited queues",
      people: ({ peoplePerQueue }: Limits) =>
        `${peoplePerQueue} people per queue`,
      manyPeople: ({ peoplePerQueue }: Limits) =>
        `${peoplePerQueue}+ people per queue`,
      basicNotifications: () => "Basic notifications",
      simpleDashboard: () => "Simple dashboard",
      sms: () => "SMS notifications",
      analytics: () => "Advanced analytics",
      alerts: () => "Custom alerts",
      whiteLabelling: () => "White labelling",
      prioritySupport: () => "Priority support",
      integrations: () => "Custom integrations",
    } satisfies Record<PlanFeature, (limits: Limits) => string>,
  },
  signUp: {
    title: "Join Yourturn",
    haveAccount: "Already have an account?",
    logIn: "Log in",
    closed: "This server takes no new shops yet.",
    closedText: "Whoever runs it has to finish setting it up first.",
    businessName: "Business Name",
    email: "Email",
    listed:
      "This server takes new shops by invitation: use the address that is on its list.",
    password: "Password",
    passwordHint:
      "At least 8 characters with uppercase, lowercase, number and special character.",
    selectPlan: "Select Plan",
    planHint: "US dollars per month, tax not included. Cancel at any time.",
    planOption: (plan: string, price: string, queues: number) =>
      `${plan} (${price}/mo) - Max ${queues} queues`,
    createAndPay: "Create Account & Pay Now",
    create: "Create Account",
    busy: "Creating Account...",
    busyPaying: "Setting Up Payment...",
    /** One sentence around two links. */
    known: {
      before: "If you already have an account,",
      logIn: "log in",
      between: "or",
      reset: "reset your password",
      after: ".",
    },
  },
  logIn: {
    /** Why somebody is here who did not log out. */
    endedElsewhere:
      "You were logged out. That happens after signing out everywhere or in another tab, after a new password, and after a long time away.",
  },
  notFound: {
    title: "Page not found",
    heading: "This page has lost its place",
    text: "The address may be mistyped, or the page has moved. If you scanned a code, ask at the counter for a new one.",
    goHome: "Go Home",
  },
  /** Why the server did not do it. */
  refusals: {
    notSignedIn: "Please log in to continue",
    notAllowed: "You are not allowed to do this.",
    notSubscribed: "An active subscription is needed for this.",
    invalidCredentials: "Invalid login credentials",
    invalidEmail: "Valid email address is required",
    weakPassword:
      "Password must be at least 8 characters and include uppercase, lowercase, number and special character.",
    commonPassword:
      "This password is on the lists that attackers try first. Please choose another.",
    passwordTooLong: "Password cannot be longer than 256 characters.",
    businessNameRequired: "Business name is required",
    signUpFailed: "Failed to create account.",
    signUpClosed: "This server takes no new shops yet.",
    signUpNotListed:
      "This server takes new shops by invitation only, and this address is not on its list.",
    resetCodeWrong:
      "This code is not valid or has expired. Please request a new one.",
    mailOff: "Password reset by e-mail is not set up on this server.",
    waitBeforeReset:
      "Please wait a minute before requesting another password reset",

    paymentsOff: "Payments are not set up on this server.",
    paymentNotStarted: "Failed to start payment process. Please try again.",
    checkoutFailed: "Failed to create checkout session",
    upgradeFailed: "Failed to initiate upgrade. Please try again.",
    cardDeclined:
      "Your card was declined. Change it under Manage Billing and try again.",
    alreadySubscribed:
      "You already have a subscription. You can change it on your billing page.",
    noSubscription: "You do not have a subscription that can be changed.",
    notYourPayment: "This payment belongs to another account.",
    stripeUnavailable: "Something went wrong. Please contact support.",
  } satisfies RefusalTexts<Exclude<VisitorRefusal, CommonRefusal>>,

  account: {
    welcomeBack: "Welcome back! Redirecting to setup your account.",
    loggedOut: "Logged out successfully",
    logOutFailed: "Failed to log out",
    resetRequested:
      "If there is an account for this address, we have sent it a code. It is good for 10 minutes.",
    noUserAfterSignUp: "User account could not be created",
    loggingOut: "Logging out...",
    loggedOutHere:
      "Logged out on this device. The server is told when the connection is back.",
    logOut: "Logout",
    logInTitle: "Log In to Your Account",
    logIn: "Log In",
    loggingIn: "Logging In...",
    email: "Email",
    password: "Password",
    enterPassword: "Enter your password",
    show: "Show",
    hide: "Hide",
    showPassword: "Show password",
    hidePassword: "Hide password",
    newHere: "New here?",
    create: "Create an account",
    slow: "Authentication is taking too long. You can wait a little longer.",
    /** Not even an answer came. */
    unreachable: {
      signIn:
        "Login is unavailable: the authentication service cannot be reached right now. Check your connection and try again.",
      signUp:
        "Signup is unavailable: the authentication service cannot be reached right now. Check your connection and try again.",
      reset:
        "Password reset is unavailable: the authentication service cannot be reached right now. Check your connection and try again.",
    },
    notSent:
      "There is no connection, so nothing was sent. Please try again when you are back online.",
    forgot: "Forgot your password?",
    setNew: "Set a new password",
    remembered: "Remembered it?",
    enterEmail:
      "Enter the e-mail address of your account. We send a code with which you can set a new password.",
    sendCode: "Send Code",
    sending: "Sending...",
    haveCode: "I have a code",
    mailStandIn:
      "E-mails from here go to a stand-in: nothing is sent. You find the code in its outbox, whose address was shown when the server started.",
    code: "Code",
    codeHint: "8 digits",
    enterCode: "Enter the code from the e-mail",
    newPassword: "New Password",
    passwordHint:
      "At least 8 characters with uppercase, lowercase, number and special character.",
    setPassword: "Set New Password",
    saving: "Saving...",
    passwordChanged: "Your password is changed. Other devices are logged out.",
    sendAnother: "Send another code",
    sentAnother:
      "If there is an account for this address, we have sent it another code. Only the newest one works.",
  },

  payment: {
    title: "Your payment",
    subscription: "Your subscription",
    yourPlan: "Your plan",
    chooseYours: "Choose your plan",
    onHold: "Your subscription is on hold",
    onHoldMeaning:
      "A payment failed. As soon as the open bill is paid, everything opens again.",
    ended: "Your subscription has ended",
    prices:
      "Prices in US dollars per month, tax not included. Cancel at any time.",
    subscribe: (plan: string, price: string) =>
      `Subscribe to ${plan} (${price}/mo)`,
    standIn:
      "Payments here go to a stand-in for Stripe: no money moves, and no card is needed.",
    stillThere: (people: number) =>
      `${counted(people, { one: "# person is", other: "# people are" })} still in your queues. You can serve them; nobody new can join.`,
    serveThem: "Serve them",
    payBill: "Pay Open Bill",
    billOpen: "A bill is open, or the card has changed?",
    manageBilling: "Manage Billing",
    verifying: "Verifying your account...",
    confirming: "Confirming your payment...",
    confirmed: "Payment confirmed. Setting up your account...",
    confirmingSubscription: "Confirming your subscription...",
    toDashboard: "Go to Dashboard",
    toLogin: "Go to Login",
    choosePlan: "Choose a plan",
    setupFailed:
      "Failed to set up payment. Please try again or contact support.",
    setupFailedBecause: (reason: string) =>
      `Failed to set up payment: ${reason}`,
    sessionOrPlanMissing: "Missing session or plan information",
    planMissing: "Plan information missing",
    userNotRetrieved: "Error retrieving user information",
    userNotFoundAfterPayment: "User not found after payment",
    userNotFound: "User not found. Please log in again.",
    notConfirmed:
      "Failed to confirm subscription status after multiple attempts",
  },
} as const;
