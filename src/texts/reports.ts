/** The table of the reports in the language of the page. Read when the app is loaded, which is after the language. */
import { reports as english } from "./en/reports";
import { tableOf } from "./language";

export const reports = tableOf("reports", english);
