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
  phoneInvalid:
    "Please enter the phone number with its country code, such as +44 7700 900123.",
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
  invalidEmail: "Valid email address is required",
  businessNameRequired: "Business name is required",
  pleaseLogIn: "Please log in to continue",
  loggedOut: "Logged out successfully",
  tooManyRequests: "Too many attempts. Please try again in a minute.",

  // Misuse
  notAllowed: "You are not allowed to do this.",
  notFound: "This is no longer here.",
  invalidInput: "Something in this request is not valid.",
} as const;
