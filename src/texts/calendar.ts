/** The table of the owner's Google calendar in the language of the page. Read when its card is loaded, which is after the language. */
import { calendar as english } from "./en/calendar";
import { tableOf } from "./language";

export const calendar = tableOf("calendar", english);
