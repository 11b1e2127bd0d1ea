/** The table of the audit log in the language of the page. Read when the app is loaded, which is after the language. */
import { audit as english } from "./en/audit";
import { tableOf } from "./language";

export const audit = tableOf("audit", english);
