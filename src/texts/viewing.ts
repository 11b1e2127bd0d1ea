/** The table of viewing as owner in the language of the page. Read when the app is loaded, which is after the language. */
import { viewing as english } from "./en/viewing";
import { tableOf } from "./language";

export const viewing = tableOf("viewing", english);
