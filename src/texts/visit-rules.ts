/** The table of 'Joining and bookings' in the language of the page. Read when the app is loaded, which is after the language. */
import { visitRules as english } from "./en/visit-rules";
import { tableOf } from "./language";

export const visitRules = tableOf("visitRules", english);
