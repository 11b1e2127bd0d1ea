/** The table of tickets in the language of the page. Read when the app is loaded, which is after the language. */
import { ticket as english } from "./en/ticket";
import { tableOf } from "./language";

export const ticket = tableOf("ticket", english);
