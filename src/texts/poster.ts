/** The table of the posters in the language of the page. Read when the app is loaded, which is after the language. */
import { poster as english } from "./en/poster";
import { tableOf } from "./language";

export const poster = tableOf("poster", english);
