/** The table of owners in the language of the page. Read when the app is loaded, which is after the language. */
import { owners as english } from "./en/owners";
import { tableOf } from "./language";

export const owners = tableOf("owners", english);
