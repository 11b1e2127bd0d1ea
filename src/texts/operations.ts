/** The table of the page on how the platform is running, in the language of the page. Read when the app is loaded, which is after the language. */
import { operations as english } from "./en/operations";
import { tableOf } from "./language";

export const operations = tableOf("operations", english);
