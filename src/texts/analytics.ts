/** The table of the dashboard's chart in the language of the page. Read when the chart's card is loaded, which is after the language. */
import { analytics as english } from "./en/analytics";
import { tableOf } from "./language";

export const analytics = tableOf("analytics", english);
