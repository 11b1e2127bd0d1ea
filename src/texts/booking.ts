/** The table of booking in the language of the page. Read when the app is loaded, which is after the language. */
import { booking as english } from "./en/booking";
import { tableOf } from "./language";

export const booking = tableOf("booking", english);
