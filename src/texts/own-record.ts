/** The table of what was done in a business in the language of the page. Read when the app is loaded, which is after the language. */
import { ownRecord as english } from "./en/own-record";
import { tableOf } from "./language";

export const ownRecord = tableOf("ownRecord", english);
