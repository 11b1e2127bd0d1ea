/** What the owner of a business reads: wizard, desk, queues, plan and bills. Sentences of the specification are its own. */
import type { Undoable } from "../../../convex/model/answers";
import { plans } from "../../../convex/model/plans";
import type {
  OwnerRefusal,
  VisitorRefusal,
} from "../../../convex/model/refusals";
import { weekdayName } from "../intl";
import type { RefusalTexts } from "../refusal-text";

export const owners = {
  /** Why the server did not do it; what happens on the way in is visitors'. */
  refusals: {
    nobodyWaiting: "There is no one on the queue now.",
    listChanged: "The list has changed. Nobody was skipped.",
    customerMovedOn: "This customer is no longer there. The list has changed.",
    nothingToUndo: "There is nothing to undo any more.",

    queueNameEmpty: "Queue name cannot be empty.",
    queueNameTaken: "There is already a queue with this name.",
    queueNameTooLong: ({ max }) =>
      `Queue name cannot be longer than ${max} characters.`,
    queueLimit: ({ limit, plan }) =>
      `Queue limit reached. Maximum ${limit} queues allowed for ${plans[plan].label} plan.`,

    slotMinutesInvalid: "Appointment slot duration must be a positive number.",
    slotMinutesStep:
      "Appointment slot duration must be a multiple of 5 minutes, up to 8 hours.",
    hoursInvalid: ({ weekday }) =>
      `Invalid start/end time for ${weekdayName(weekday)}. Start time must be before end time.`,
  } satisfies RefusalTexts<Exclude<OwnerRefusal, VisitorRefusal>>,

  desk: {
    pickQueueToCall: "Please pick the queue you want to call or skip.",
    pickQueueToReset: "Please pick the queue you want to reset.",
    resetConfirm: (name: string) =>
      `Are you sure you want to reset this queue (${name})? This will remove ALL customers (including scheduled) and reset counts. This cannot be undone.`,
    guest: "Guest",
    changed: "The queue has changed.",
    /** What was done, for the ticket's number. */
    done: {
      call: (number) => `Called customer #${number}`,
      recall: (number) => `Called customer #${number} again`,
      skip: (number) => `Skipped customer #${number}`,
      serve: (number) => `Serving customer #${number}`,
      complete: (number) => `Completed customer #${number}`,
      noShow: (number) => `Customer #${number} did not come`,
      returnToQueue: (number) => `Customer #${number} is back in the queue`,
      remove: (number) => `Removed customer #${number}`,
      becomeDue: (number) => `Customer #${number} moved to immediate queue.`,
      queueReset: () => "Queue reset successfully.",
    } satisfies Record<Undoable | "recall", (number: number | null) => string>,
  },

  queues: {
    activated: "Queue activated.",
    deactivated: "Queue deactivated.",
    updated: "Queue updated successfully.",
    deleted: "Queue deleted successfully.",
  },

  setup: {
    allDaysClosed:
      "Every day is closed: customers read that you are closed, and nobody can book a time.",
    accountReady: "Your account is ready!",
    complete: "Your account setup is complete!",
    slow: "Setup is taking longer than expected. Please check your details or log in again shortly.",
    profileMissing: "Please ensure your business profile is saved correctly.",
    unexpected: "An unexpected state was reached. Please try logging in again.",
    accountNotCreated: "Failed to create your account. Please try again.",
    profileIncomplete:
      "Could not create business profile: missing required information",
    profileMade: "Your business profile has been set up",
    profileNotFixed: (reason: string) => `Couldn't fix profile: ${reason}`,
    profileNeedsSetup:
      "Could not set up your business profile automatically. Please try the manual setup.",
    profileNotChecked:
      "Error checking your business profile. Please try refreshing the page.",
  },

  plan: {
    upgraded: (plan: string) => `Subscription upgraded to ${plan}!`,
  },
} as const;
