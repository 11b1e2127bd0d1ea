/** The table of the page with what visitors have left, in the language of the page. Read when the app is loaded, which is after the language. */
import { visitors as english } from "./en/visitors";
import { tableOf } from "./language";

export const visitors = tableOf("visitors", english);
