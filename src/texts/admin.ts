/** The table of the admin portal's frame in the language of the page. Read when the app is loaded, which is after the language. */
import { admin as english } from "./en/admin";
import { tableOf } from "./language";

export const admin = tableOf("admin", english);
