/** The table of the front page in the language of the page. Read when the app is loaded, which is after the language. */
import { landing as english } from "./en/landing";
import { tableOf } from "./language";

export const landing = tableOf("landing", english);
