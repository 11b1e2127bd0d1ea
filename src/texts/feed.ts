/** The table of the calendar address in the language of the page. Read when the app is loaded, which is after the language. */
import { feed as english } from "./en/feed";
import { tableOf } from "./language";

export const feed = tableOf("feed", english);
