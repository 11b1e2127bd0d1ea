/** The table of everyone in the language of the page. Read when the app is loaded, which is after the language. */
import { everyone as english } from "./en/everyone";
import { tableOf } from "./language";

export const everyone = tableOf("everyone", english);
