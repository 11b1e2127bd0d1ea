/** The table of the admins' support page in the language of the page. Read when the app is loaded, which is after the language. */
import { helpdesk as english } from "./en/helpdesk";
import { tableOf } from "./language";

export const helpdesk = tableOf("helpdesk", english);
