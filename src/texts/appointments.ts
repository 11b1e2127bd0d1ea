/** The table of the dashboard's appointments in the language of the page. Read when their card is loaded, which is after the language. */
import type {
  CustomerRefusal,
  OwnerRefusal,
} from "../../convex/base/rules/refusals";
import { appointments as english } from "./en/appointments";
import { ownerRefusals } from "./en/owner-refusals";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";

export const appointments = tableOf("appointments", english);

/** What owners meet of what is otherwise told to customers. */
type OfBookings = Extract<
  CustomerRefusal,
  { code: keyof typeof english.refusals }
>;

export const { refusalText, errorText } = refusalTexts<
  OwnerRefusal | OfBookings
>(tableOf("ownerRefusals", ownerRefusals), appointments.refusals);
