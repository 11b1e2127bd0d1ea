/**
 * Every text of the specification that the server answers with and that more
 * than one place shows, once. Labels that belong to a single screen stay with
 * that screen.
 */
export const texts = {
  // Joining
  selectQueue: "Please select a queue to join.",
  queueFull: (limit: number) =>
    `This queue is currently full. Maximum ${limit} active customers allowed.`,
  noActiveQueues: "No active queues available for this business.",
  businessNotLoaded:
    "Could not load business information. Please try again later.",
  tooManyJoins:
    "Too many people are joining right now. Please try again in a minute.",
  tooManyHeld:
    "Too many people are in this queue from your connection. Please use another one, such as your mobile data, or ask at the counter.",
  phoneInvalid:
    "Please enter the phone number with its country code, such as +44 7700 900123.",
  notTakingCustomers:
    "This business is not taking new customers at the moment.",
  removedFromQueue:
    "The business has called or removed you from the queue. Please proceed to the counter or ask for assistance.",
  alreadyEnded: "This ticket has already ended.",
  notCalledNow: "This ticket is not being called right now.",
  yourTurnTitle: "Your turn!",
  yourTurnBody: "You have been called to the counter.",
  anonymous: "Anonymous",
  guest: "Guest",

  // At the counter
  nobodyWaiting: "There is no one on the queue now.",
  pickQueueToCall: "Please pick the queue you want to call or skip.",
  pickQueueToReset: "Please pick the queue you want to reset.",
  resetConfirm: (name: string) =>
    `Are you sure you want to reset this queue (${name})? This will remove ALL customers (including scheduled) and reset counts. This cannot be undone.`,
  resetDone: "Queue reset successfully.",
  called: (number: number) => `Called customer #${number}`,
  skipped: (number: number) => `Skipped customer #${number}`,
  recalled: (number: number) => `Called customer #${number} again`,
  serving: (number: number) => `Serving customer #${number}`,
  completed: (number: number) => `Completed customer #${number}`,
  noShow: (number: number) => `Customer #${number} did not come`,
  returned: (number: number) => `Customer #${number} is back in the queue`,
  removed: (number: number) => `Removed customer #${number}`,
  movedToImmediate: (number: number) =>
    `Customer #${number} moved to immediate queue.`,
  crowd: (count: number, limit: number) =>
    `${count > limit ? `More than ${limit}` : count} people in this queue joined from one connection.`,
  removedCrowd: (count: number) => `Removed ${count} customers`,
  keptCrowd: "Thank you. More people may join from there now.",
  crowdGone: "They are no longer waiting.",
  listChanged: "The list has changed. Nobody was skipped.",
  customerMovedOn: "This customer is no longer there. The list has changed.",
  nothingToUndo: "There is nothing to undo any more.",

  // Queues
  queueNameEmpty: "Queue name cannot be empty.",
  queueNameTaken: "There is already a queue with this name.",
  queueNameTooLong: (max: number) =>
    `Queue name cannot be longer than ${max} characters.`,
  queueLimit: (limit: number, plan: string) =>
    `Queue limit reached. Maximum ${limit} queues allowed for ${plan} plan.`,
  queueActivated: "Queue activated.",
  queueDeactivated: "Queue deactivated.",
  queueUpdated: "Queue updated successfully.",
  queueDeleted: "Queue deleted successfully.",

  // Account
  weakPassword:
    "Password must be at least 8 characters and include uppercase, lowercase, number and special character.",
  commonPassword:
    "This password is on the lists that attackers try first. Please choose another.",
  passwordTooLong: "Password cannot be longer than 256 characters.",
  invalidCredentials: "Invalid login credentials",
  signUpFailed: "Failed to create account.",
  signUpClosed: "This server takes no new shops yet.",
  signUpNotListed:
    "This server takes new shops by invitation only, and this address is not on its list.",
  invalidEmail: "Valid email address is required",
  businessNameRequired: "Business name is required",
  pleaseLogIn: "Please log in to continue",
  loggedOut: "Logged out successfully",
  tooManyRequests: "Too many attempts. Please try again in a few minutes.",

  setupWelcomeBack: "Welcome back! Redirecting to setup your account.",
  noUserAfterSignUp: "User account could not be created",
  logOutFailed: "Failed to log out",
  waitBeforeReset:
    "Please wait a minute before requesting another password reset",
  resetRequested:
    "If there is an account for this address, we have sent it a code. It is good for 10 minutes.",
  resetCodeWrong:
    "This code is not valid or has expired. Please request a new one.",
  mailOff: "Password reset by e-mail is not set up on this server.",

  // Profile and setup
  slotMinutesInvalid: "Appointment slot duration must be a positive number.",
  slotMinutesStep:
    "Appointment slot duration must be a multiple of 5 minutes, up to 8 hours.",
  hoursInvalid: (day: string) =>
    `Invalid start/end time for ${day}. Start time must be before end time.`,
  allDaysClosed:
    "Every day is closed: customers read that you are closed, and nobody can book a time.",
  accountReady: "Your account is ready!",
  setupComplete: "Your account setup is complete!",
  setupSlow:
    "Setup is taking longer than expected. Please check your details or log in again shortly.",
  setupProfileMissing:
    "Please ensure your business profile is saved correctly.",
  setupUnexpected:
    "An unexpected state was reached. Please try logging in again.",

  // Payment and the gate
  planRequired: "Plan ID is required",
  emailRequired: "Email is required",
  successUrlRequired: "Success URL is required",
  cancelUrlRequired: "Cancel URL is required",
  userIdRequired: "User ID is required",
  returnUrlForeign: "Return addresses must be pages of this product.",
  postOnly: "Use POST: opening a link must not start a payment.",
  paymentsOff: "Payments are not set up on this server.",
  checkoutFailed: "Failed to create checkout session",
  checkoutFailedBecause: (reason: string) =>
    `Failed to create checkout session: ${reason}`,
  paymentNotStarted: "Failed to start payment process. Please try again.",
  paymentSetupFailed:
    "Failed to set up payment. Please try again or contact support.",
  paymentSetupFailedBecause: (reason: string) =>
    `Failed to set up payment: ${reason}`,
  upgradeFailed: "Failed to initiate upgrade. Please try again.",
  cardDeclined:
    "Your card was declined. Change it under Manage Billing and try again.",
  upgraded: (plan: string) => `Subscription upgraded to ${plan}!`,
  alreadySubscribed:
    "You already have a subscription. You can change it on your billing page.",
  noSubscription: "You do not have a subscription that can be changed.",
  notYourPayment: "This payment belongs to another account.",
  subscriptionNeeded: "An active subscription is needed for this.",
  sessionOrPlanMissing: "Missing session or plan information",
  planMissing: "Plan information missing",
  userNotRetrieved: "Error retrieving user information",
  userNotFoundAfterPayment: "User not found after payment",
  userNotFound: "User not found. Please log in again.",
  subscriptionNotConfirmed:
    "Failed to confirm subscription status after multiple attempts",
  accountNotCreated: "Failed to create your account. Please try again.",
  contactSupport: "Something went wrong. Please contact support.",
  profileNotChecked:
    "Error checking your business profile. Please try refreshing the page.",
  profileIncomplete:
    "Could not create business profile: missing required information",
  profileMade: "Your business profile has been set up",
  profileNotFixed: (reason: string) => `Couldn't fix profile: ${reason}`,
  profileNeedsSetup:
    "Could not set up your business profile automatically. Please try the manual setup.",
  subscriptionNotChecked: (message: string) =>
    `Subscription check error: ${message}`,

  // Misuse
  notAllowed: "You are not allowed to do this.",
  notFound: "This is no longer here.",
  invalidInput: "Something in this request is not valid.",
} as const;
