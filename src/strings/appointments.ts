/** 'Scheduled Appointments' on the dashboard. Some sentences come from the specification. */
import type {
  CustomerRefusal,
  OwnerRefusal,
} from "../../convex/base/rules/refusals";
import { ownerRefusals } from "./refusals/owner";
import { refusalTexts } from "./refusals/refusal-text";
import { strings } from "./language/language";
export const appointments = strings("appointments", {
  title: "Scheduled Appointments",
  loading: "Loading appointments...",
  none: "No upcoming appointments",
  day: "Day",
  /** A day in the choice of days. */
  choice: (day: string, count: string) => `${day} (${count})`,
  guest: "Guest",
  callNow: "Call Now",
  more: (ticket: string) => `More for ${ticket}`,
  move: "Move",
  cancel: "Cancel booking",
  email: "E-mail address",
  emailTitle: (ticket: string) => `E-mail for ${ticket}`,
  emailMeaning:
    "A new address gets a confirmation; the old one gets no more e-mails.",
  save: "Save",
  notDone: "An error occurred. Please try again.",
  tryAgain: "Please try again.",
  moveTitle: "Move booking",
  moveFrom: (ticket: string, name: string, time: string) =>
    `${ticket} ${name}: ${time}. The number stays the same, and the customer's page shows the new time.`,
  pickTime: "Please select an available time slot.",
  loadingTimes: "Loading times...",
  keep: "Keep",
  cancelTitle: "Cancel this booking?",
  cancelMeaning: (ticket: string, name: string, time: string) =>
    `${ticket} ${name}, ${time}. This frees the time for others, and the customer's page says the booking is cancelled.`,
  refusals: {
    slotTaken: "Sorry, this time slot was just booked. Please select another.",
    slotNotBookable: "Please select an available time slot.",
    invalidEmail: "Check the address, or leave it empty.",
  },
});

/** For customers, but owners can meet them here. */
type OfBookings = Extract<
  CustomerRefusal,
  { code: keyof typeof appointments.refusals }
>;

export const { refusalText, errorText } = refusalTexts<
  OwnerRefusal | OfBookings
>(ownerRefusals, appointments.refusals);
